import { type About, assetUrl } from "./about.ts";
import { type Sums, sumFrom } from "./sums.ts";
import { executableName } from "./targets.ts";

const SYSTEMS = [
  { block: "on_macos", arm: "darwin-arm64", intel: "darwin-x64" },
  { block: "on_linux", arm: "linux-arm64", intel: "linux-x64" },
] as const;

/** The Homebrew formula of a release. Every sum comes out of `sums`. */
export function formula(about: About, sums: Sums): string {
  const part = (block: string, target: string): string => {
    const name = executableName(target);
    return `    ${block} do
      url "${assetUrl(about, name)}"
      sha256 "${sumFrom(sums, name)}"
    end`;
  };
  const systems = SYSTEMS.map(
    ({ block, arm, intel }) => `  ${block} do\n${part("on_arm", arm)}\n${part("on_intel", intel)}\n  end`,
  );
  return `class McpCompliance < Formula
  desc "${sentence(about.description)}"
  homepage "${about.repository}"
  version "${about.version}"
  license "${about.licence}"

${systems.join("\n\n")}

  def install
    bin.install Dir["mcp-compliance-*"].first => "mcp-compliance"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/mcp-compliance --version").strip
    assert_match "passed", shell_output("#{bin}/mcp-compliance test --self --only lifecycle")
  end
end
`;
}

/** Homebrew wants at most 80 characters, no full stop, and nothing that Ruby would read inside of quotes. */
function sentence(text: string): string {
  const short = text.length <= 80 ? text : text.slice(0, 80).replace(/\s\S*$/, "");
  return short.replace(/\.$/, "").replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("#{", "\\#{");
}
