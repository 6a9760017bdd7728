/** The tool's own version; a test keeps it equal to the one in package.json. */
export const TOOL_VERSION = "0.1.0";

declare const MCP_COMPLIANCE_COMMIT: string | undefined;
declare const MCP_COMPLIANCE_TARGET: string | undefined;

/** The commit that it was built from, "+" behind it where files were changed; the build puts it in. */
export const TOOL_COMMIT: string | undefined =
  typeof MCP_COMPLIANCE_COMMIT === "string" ? MCP_COMPLIANCE_COMMIT : undefined;

/** What an executable was made for, as in its file's name: "linux-x64-musl". Undefined in every other form. */
export const TOOL_TARGET: string | undefined =
  typeof MCP_COMPLIANCE_TARGET === "string" ? MCP_COMPLIANCE_TARGET : undefined;
