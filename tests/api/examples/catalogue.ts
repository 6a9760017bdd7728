import { getTestDefinitions, SUPPORTED_SPEC_VERSIONS, specBaseFor, TEST_DEFINITIONS } from "mcp-compliance";

for (const version of SUPPORTED_SPEC_VERSIONS) {
  const tests = getTestDefinitions(version); // 88 and 103; TEST_DEFINITIONS is the list of 2025-11-25
  const required = tests.filter((test) => test.required);
  console.log(
    `${version}: ${tests.length} checks, ${required.length} required of every server, ${specBaseFor(version)}`,
  );
}
console.log(TEST_DEFINITIONS[0]?.id, TEST_DEFINITIONS[0]?.specRef);
