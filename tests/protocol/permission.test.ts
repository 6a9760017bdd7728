import { describe, expect, it } from "vitest";
import { isLoopbackAddress, permissionFor } from "../../src/protocol/permission.ts";

const host = (url: string) => new URL(url).hostname;

describe("permissionFor()", () => {
  it.each([
    "http://127.0.0.1:8000/mcp",
    "http://127.255.3.4/",
    "http://127.1/",
    "http://0x7f.0.0.1/",
    "http://0x7f000001/",
    "http://2130706433/",
    "http://0177.0.0.01/",
    "http://127.0.0.2:8000/mcp",
    "http://%31%32%37.0.0.1/",
    "http://１２７.0.0.1/",
    "http://[::1]:80/",
    "http://[0:0:0:0:0:0:0:1]/",
    "https://localhost/",
    "http://LOCALHOST/",
    "http://someone@localhost:3000/",
  ])("lets this machine be asked: %s", (url) => {
    expect(permissionFor(host(url), false).kind).toBe("allowed");
  });

  it.each([
    "http://localhost.attacker.example/mcp",
    "http://localhost./",
    "http://attacker.localhost/",
    "http://notlocalhost/",
    "http://127.0.0.1.nip.io/",
    "http://127.0.0.1@attacker.example/",
    "http://localhost:80@attacker.example/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://128.0.0.1/",
    "http://3232235777/",
    "http://0300.0250.1.1/",
    "http://localhost%2eattacker.example/",
    "http://localhost-attacker.example/",
    "http://10.0.0.1/",
    "http://169.254.169.254/",
    "http://example.com/",
  ])("refuses %s, and lets it be asked with permission", (url) => {
    const refused = permissionFor(host(url), false);
    expect(refused.kind).toBe("refused");
    expect(refused.kind === "refused" && refused.reason).toMatch(/^it /);
    expect(permissionFor(host(url), true)).toEqual({ kind: "allowed", why: "permission" });
  });

  it("takes no number above 255 for an octet, in a host that no URL has parsed", () => {
    expect(isLoopbackAddress("127.0.0.256")).toBe(false);
    expect(permissionFor("", false).kind).toBe("refused");
  });
});
