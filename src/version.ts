/** The tool's own version; a test keeps it equal to the one in package.json. */
export const TOOL_VERSION = "0.1.0";
