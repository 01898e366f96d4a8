import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    include: ["{app,components,lib,scripts,test}/**/*.test.{ts,tsx}"],
    globalSetup: "test/process/test-database.ts",
    setupFiles: "test/process/configure-test.ts",
    // Nothing waits for time; this is for machines that are busy with something else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    // Loading the modules again for each file would take as long as half of the tests.
    isolate: false,
    // By default, Vitest leaves one core free.
    maxWorkers: "100%",
    // Only `npm test -- --model` asks for a long run.
    provide: { longModelRun: JSON.parse(process.env.LATCHKEY_MODEL_RUN ?? "null") },
  },
});
