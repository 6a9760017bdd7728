/** Number of single edits (insert, delete, replace, swap of neighbours) from one word to the other. */
export function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let column = 1; column <= to.length; column++) {
      const above = rows[row - 1] ?? [];
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      let best = Math.min((above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + same);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && swapped) best = Math.min(best, (rows[row - 2]?.[column - 2] ?? 0) + 1);
      line.push(best);
    }
    rows.push(line);
  }
  return rows[from.length]?.[to.length] ?? 0;
}

/** Case and word separators do not matter: `specVersion`, `spec_version` and `spec-version` are one word. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[-_.\s]/g, "");
}

/** The known word that was probably meant, or undefined where none is near enough to name. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const wanted = plain(word);
  if (wanted === "") return undefined;
  let best: { word: string; score: number } | undefined;
  for (const candidate of known) {
    const other = plain(candidate);
    let score = distance(wanted, other);
    // A beginning that is long enough counts as near: `--conc` for `--concurrency`.
    if (wanted.length >= 3 && other.startsWith(wanted)) score = Math.min(score, 1);
    if (best === undefined || score < best.score) best = { word: candidate, score };
  }
  // One letter is one edit away from every other: only its own case may differ.
  const most = wanted.length === 1 ? 0 : Math.max(1, Math.floor(wanted.length / 3));
  if (best === undefined || best.score > most) return undefined;
  return best.word;
}

/** ` Did you mean "x"?` or nothing, to be put after a sentence. */
export function didYouMean(word: string, known: readonly string[]): string {
  const found = nearest(word, known);
  return found === undefined ? "" : ` Did you mean ${found}?`;
}
