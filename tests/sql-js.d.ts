/** The little of sql.js that the tests use. */
declare module "sql.js" {
  interface Database {
    run(sql: string): void;
    exec(sql: string, values?: readonly string[]): readonly { readonly values: readonly (readonly unknown[])[] }[];
  }
  export default function initSqlJs(): Promise<{ readonly Database: new () => Database }>;
}
