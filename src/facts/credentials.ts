import type { RecordedTarget } from "../model/recording.ts";

/** Of header names in lower case those that carry a credential, as far as a name can tell. */
export function credentialNames(names: readonly string[]): readonly string[] {
  return names.filter(
    (name) =>
      /authorization|cookie|(^|[-_])(api-?key|key|token|secret|password|auth|credentials?)([-_]|$)/.test(name) &&
      name !== "idempotency-key",
  );
}

/** The user gave something by which the server may know him. */
export function hasCredential(target: RecordedTarget): boolean {
  return target.authorization !== undefined || credentialNames(target.headerNames).length > 0;
}
