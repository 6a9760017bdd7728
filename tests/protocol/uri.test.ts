import { describe, expect, it } from "vitest";
import { uriFault } from "../../src/protocol/uri.ts";
import { couldMatch, parseTemplate } from "../../src/protocol/uri-template.ts";

describe("a URI", () => {
  it.each([
    "file:///a%20b/caf%C3%A9.txt",
    "note:abc",
    "FILE:///A",
    "x+y.z-1://u:p@[2001:db8::1]:80/a;b=c,d/!$&'()*?q=a/b?#f/?",
    "urn:isbn:0451450523",
    "memo://",
    "a:",
    "http://localhost:3000/a?b=c&d[]=e".replace("[]", "%5B%5D"),
  ])("is %s", (text) => {
    expect(uriFault(text)).toBeUndefined();
  });

  it.each([
    ["my notes/today", "it has no scheme"],
    ["/etc/hosts", "it has no scheme"],
    ["1a:b", "it has no scheme"],
    ["", "it has no scheme"],
    ["memo://notes/café", 'its path has the character "é", which has to be percent-encoded'],
    ["file:///pages/[id].tsx", 'its path has the character "[", which has to be percent-encoded'],
    ["a:b c", 'its path has the character " ", which has to be percent-encoded'],
    ["a:100%", "its path has a % that begins no percent-encoded byte"],
    ["a:b#c#d", "it has a second #"],
    ["a://h ost/b", 'its authority has the character " ", which has to be percent-encoded'],
    ["a://h/b?c|d", 'its query has the character "|", which has to be percent-encoded'],
  ])("is not %s", (text, fault) => {
    expect(uriFault(text)).toBe(fault);
  });
});

describe("a URI template", () => {
  it.each([
    "file:///{path}",
    "file:///{+path}",
    "memo://find{?q*,limit}",
    "memo://tree{/seg:3}",
    "a{#part}b{;x}{&y}{.z}",
    "memo://about/it's",
    "plain",
    "",
    "memo://caf%C3%A9/{a.b,c_d}",
  ])("is %s", (template) => {
    expect(parseTemplate(template)).not.toHaveProperty("fault");
  });

  it.each([
    "file:///{path",
    "file:///path}",
    "a{}",
    "a{b c}",
    "a{=b}",
    "a b",
    'a"b',
    "a%zz",
    "{a:0}",
    "{a:10000}",
    "{a{b}}",
  ])("is not %s", (template) => {
    expect(parseTemplate(template)).toHaveProperty("fault");
  });

  it.each([
    ["memo://notes/{name}", "memo://notes/today", true],
    ["memo://notes/{name}", "memo://years/2000", false],
    ["memo://{+path}", "memo://a/b/c", true],
    ["memo://a/{x}/c", "memo://a/b/c", true],
    ["memo://a/{x}/d", "memo://a/b/c", false],
    ["memo://a", "memo://a", true],
    ["memo://a", "memo://a/b", false],
    ["{a}b", "xbyb", true],
    ["broken{", "anything", true],
  ])("%s could stand for %s: %s", (template, uri, expected) => {
    expect(couldMatch(template, uri)).toBe(expected);
  });
});
