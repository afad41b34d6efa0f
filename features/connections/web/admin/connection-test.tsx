import { Notice } from '../../../../core/web/ui/notice.tsx'
import type { TestResult } from '../../contract/connections.ts'

/** Longer than the server waits for a service */
export const testTimeoutSeconds = 150

type TestOutcomeProps = { busy: boolean; output: TestResult | undefined; problem: string | undefined }

/** The result of a test. The live region is always on the page, so that screen readers announce its text. */
export function TestOutcome({ busy, output, problem }: TestOutcomeProps) {
  return (
    <div className="test-outcome" aria-live="polite">
      {busy && <p className="form-note">Connecting. This can take up to a minute.</p>}
      {!busy && output && (
        <Notice tone={output.works ? 'success' : 'problem'} autoFocus={false}>
          <p>
            <strong>{output.works ? 'It works.' : 'It doesn’t work yet.'}</strong> {output.message}
          </p>
          {output.advice && <p>{output.advice}</p>}
        </Notice>
      )}
      {!busy && problem && (
        <Notice tone="problem" autoFocus={false}>
          <p>{problem}</p>
        </Notice>
      )}
    </div>
  )
}
