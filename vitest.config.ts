import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,core,features,tests,tools}/**/*.test.{ts,tsx}'],
    exclude: ['**/long/**', 'tests/browsers/**', 'node_modules/**'],
    // Its JSON imports lack the attribute that Node requires; Vite adds what is missing.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
    globalSetup: 'tests/helpers/global-setup.ts',
    // Files share the modules of their worker, which loads the server once. `setup.ts` resets what tests replace.
    isolate: false,
    execArgv: [
      // The pages of tests/light run the built modules.
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      // Collecting the garbage of many short tests takes half the time with more room for new objects.
      '--max-semi-space-size=32',
    ],
    setupFiles: 'tests/helpers/setup.ts',
    // One more than cores: much of the time is waited for mails, jobs and child processes.
    maxWorkers: 3,
    // The slowest tests walk every route. A busy machine needs several times the usual time for that.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
