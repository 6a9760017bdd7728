import { said, tool, trap, withTools } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

function describedAs(description: string) {
  return withTools([tool("tidy", {}, () => said("ok"), { description })]);
}

const WALES = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}";
const ENGLAND = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";

export default [
  trap({ name: "the flags of Wales and England", revisions: both }, describedAs(`Names in ${WALES}${ENGLAND}`)),
  trap(
    { name: "a family with joiners, Persian with non-joiners", revisions: both },
    describedAs("👨‍👩‍👧‍👦 and می‌خواهم"),
  ),
  trap(
    { name: "a commit hash and long Base64", revisions: both },
    describedAs("Built from 0123456789abcdef0123456789abcdef01234567, aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ="),
  ),
  trap(
    { name: "plain advice to the model", revisions: both },
    describedAs("Always call list_files first; you must always pass an id. Ignore previous results."),
  ),
];
