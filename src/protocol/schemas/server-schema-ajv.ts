/** How ajv writes out the meta-schemas ahead of time, and how tests ask it what this project's own reader is held to. */
export const AJV_OPTIONS = {
  strict: false,
  allErrors: true,
  validateSchema: false,
  validateFormats: false,
  messages: false,
  // References stay calls: a schema of a hundred lines could unfold into millions.
  inlineRefs: false,
  // A member called "constructor" is there only if the server sent it.
  ownProperties: true,
  // 19.99 is a multiple of 0.01, whatever floating point says.
  multipleOfPrecision: 6,
  logger: false,
} as const;
