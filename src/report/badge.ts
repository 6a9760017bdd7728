import type { Grade, Report } from "../model/mod.ts";
import { escapeXml } from "./escape.ts";

/** How to show the badge that `--output badge.svg` writes. */
export function badge(file = "./badge.svg"): { readonly image: string; readonly markdown: string } {
  return { image: file, markdown: `![MCP Compliance](${file})` };
}

const COLOURS: { readonly [G in Grade]: string } = {
  A: "#2da44e",
  B: "#7a9a01",
  C: "#bf8700",
  D: "#d4691c",
  F: "#cf222e",
};

/** A badge of the real grade as SVG, without anything to load. Nothing in it is from the server. */
export function badgeSvg(report: Report): string {
  const label = "MCP compliance";
  const value = `${report.grade} (${report.score})`;
  // Widths in pixels of 11 px Verdana, near enough for a text of this length: about 6.6 a character.
  const left = Math.round(label.length * 6.6) + 12;
  const right = Math.round(value.length * 6.6) + 14;
  const width = left + right;
  const text = (x: number, what: string) =>
    `<text x="${x}" y="15" fill="#010101" fill-opacity=".3">${what}</text><text x="${x}" y="14">${what}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${value}">
<title>${label}: ${value}, MCP ${report.specVersion}, ${escapeXml(report.timestamp.slice(0, 10))}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444d56"/><rect x="${left}" width="${right}" height="20" fill="${COLOURS[report.grade]}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${text(left / 2, label)}
${text(left + right / 2, value)}
</g>
</svg>
`;
}
