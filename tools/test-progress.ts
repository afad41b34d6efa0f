import type { TestModule, TestSpecification } from 'vitest/node'
import { DefaultReporter } from 'vitest/node'

/** Prints one line for each test file: how many of how many are done, and what failed. Errors follow at the end. */
export default class TestProgress extends DefaultReporter {
  private files = 0
  private done = 0

  override onTestRunStart(files: readonly TestSpecification[]): void {
    super.onTestRunStart(files)
    this.files = files.length
    this.done = 0
  }

  override onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()]
    const failed = tests.filter((test) => test.result().state === 'failed')
    const seconds = (module.diagnostic().duration / 1000).toFixed(1)
    this.log(
      `[${++this.done}/${this.files}] ${this.relative(module.moduleId)}: ${tests.length} tests, ${seconds} s`,
    )
    for (const test of failed) this.log(`  FAILED ${test.fullName}`)
  }
}
