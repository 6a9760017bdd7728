import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // Tests start real servers as children: two files at once is what a small machine carries.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    // Output is compared: no colours, whatever the terminal of whoever runs the tests says.
    env: { NO_COLOR: "1" },
    reporters: ["default"],
    passWithNoTests: false,
  },
});
