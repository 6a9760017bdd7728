/** What a consumer may write, and what the compiler has to turn down. Compiled against the package's own types. */
import {
  type ComplianceOptions,
  type ComplianceReport,
  type ComplianceTarget,
  gather,
  getTestDefinitions,
  judge,
  type Recording,
  type Report,
  report,
  runComplianceSuite,
  SUPPORTED_SPEC_VERSIONS,
  specBaseFor,
  TEST_DEFINITIONS,
  type TestDefinition,
  type TestResult,
  TOOL_VERSION,
} from "mcp-compliance";

const options: ComplianceOptions = {
  headers: { Authorization: "Bearer abc" },
  timeout: 1000,
  startupTimeout: 1000,
  preflightTimeout: 1000,
  retries: 0,
  only: ["tools"],
  skip: [],
  specVersion: "auto",
  profile: "full",
  concurrency: 1,
  allowTools: [],
  signal: new AbortController().signal,
  onProgress(id: string, passed: boolean, details: string) {
    return [id, passed, details];
  },
  onTestComplete(result: TestResult) {
    const { id, name, category, required, passed, skipped, details, durationMs, specRef } = result;
    const all: readonly [string, string, string, boolean, boolean, true | undefined, string, number, string] = [
      id,
      name,
      category,
      required,
      passed,
      skipped,
      details,
      durationMs,
      specRef,
    ];
    return all;
  },
  onStatus: (message: string) => message.length,
};
const targets: readonly (string | ComplianceTarget)[] = [
  "https://example.com/mcp",
  { type: "http", url: "https://example.com/mcp", headers: { "X-Api-Key": "abc" } },
  { type: "stdio", command: "node", args: ["server.js"], env: { A: "b" }, cwd: "." },
];

export async function use(): Promise<readonly unknown[]> {
  const [url = ""] = targets;
  const graded: ComplianceReport = await runComplianceSuite(url, options);
  const first: TestResult | undefined = graded.tests[0];
  const { recording, report: whole }: { recording: Recording; report: Report } = await gather(url);
  const text: string = await report(judge(recording, { only: ["tools"] }), "html", { width: 80 });
  const definitions: readonly TestDefinition[] = getTestDefinitions("2026-07-28");
  const bases: readonly string[] = SUPPORTED_SPEC_VERSIONS.map((one) => specBaseFor(one));
  return [first, whole, text, definitions, bases, TEST_DEFINITIONS[0]?.requiredWhen, TOOL_VERSION, graded.grade];
}

export function wrong(graded: ComplianceReport): void {
  // @ts-expect-error a revision that has no catalogue
  void runComplianceSuite("https://example.com", { specVersion: "2024-11-05" });
  // @ts-expect-error a text is no list
  void runComplianceSuite("https://example.com", { only: "tools" });
  // @ts-expect-error an option that there is not
  void runComplianceSuite("https://example.com", { timeoutMs: 1 });
  // @ts-expect-error a target without a command
  void runComplianceSuite({ type: "stdio" });
  // @ts-expect-error a report is for reading
  graded.grade = "A";
  // @ts-expect-error a published report has no evidence to print from
  void report(graded, "html");
  // @ts-expect-error no format
  void gather("https://example.com").then((one) => report(one.report, "pdf"));
  // @ts-expect-error the resolved revision is no choice
  getTestDefinitions("auto");
}
