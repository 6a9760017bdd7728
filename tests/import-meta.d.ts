/** What vitest adds to `import.meta`: modules by pattern, loaded at once. */
interface ImportMeta {
  glob(pattern: string, options: { readonly eager: true; readonly import: "default" }): Record<string, unknown>;
}
