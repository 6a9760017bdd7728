/** An error that a person caused and can mend. `code` is the exit code of the table. */
export class UserFault extends Error {
  readonly code: 1 | 2 | 3;
  constructor(message: string, code: 1 | 2 | 3 = 2) {
    super(message);
    this.name = "UserFault";
    this.code = code;
  }
}
