import { expect, test } from "vitest";
import { leadsInside } from "../../src/facts/addresses.ts";

const host = (url: string) => new URL(url).hostname;

test.each([
  ["http://169.254.169.254/latest", "api.example.com", true],
  ["http://169.254.169.254/latest", "10.0.0.5", true],
  ["http://169.254.169.254/latest", "127.0.0.1", false],
  ["http://127.0.0.1:8080/", "api.example.com", true],
  ["http://2130706433/", "api.example.com", true],
  ["http://[::ffff:127.0.0.1]/", "api.example.com", true],
  ["http://[::1]/", "10.0.0.5", true],
  ["http://0.0.0.0/", "api.example.com", true],
  ["http://a.localhost/", "api.example.com", true],
  ["http://localhost./", "api.example.com", true],
  ["http://10.1.2.3/", "api.example.com", true],
  ["http://[fd00::1]/", "api.example.com", true],
  ["http://10.1.2.3/", "192.168.0.1", false],
  ["http://10.1.2.3/", "localhost", false],
  ["https://auth.example.com/", "api.example.com", false],
  ["https://8.8.8.8/", "api.example.com", false],
])("%s on the word of %s: %s", (url, server, inside) => {
  expect(leadsInside(host(url), server)).toBe(inside);
});
