import type { ReactNode } from 'react'
import { RecordForm } from '../../../../core/web/admin/record-form.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { QuietButton, SubmitButton } from '../../../../core/web/ui/button.tsx'
import type { ConnectionKind, TestResult } from '../../contract/connections.ts'
import { TestOutcome } from './connection-test.tsx'
import type { ConnectionFormState, ConnectionRequest } from './use-connection-form.ts'

type ConnectionFormProps<Kind extends ConnectionKind> = {
  form: ConnectionFormState<Kind>
  test: (request: ConnectionRequest<Kind>) => Promise<TestResult>
  children: ReactNode
  onClose: () => void
}

/** The form of one connection. It can be tested before it is saved. */
export function ConnectionForm<Kind extends ConnectionKind>(props: ConnectionFormProps<Kind>) {
  const { form, test, children, onClose } = props
  const testing = useApiMutation<TestResult, ConnectionRequest<Kind>>(test)

  function runTest() {
    const request = form.check()
    if (request) testing.run(request)
  }

  return (
    <RecordForm
      record={form}
      onSave={() => form.save(undefined)}
      // A result is about what was typed then.
      onInput={testing.busy ? undefined : testing.reset}
    >
      {children}
      <TestOutcome {...testing} />
      <div className="form-actions">
        <SubmitButton busy={form.busy} label="Save" busyLabel="Saving..." />
        <QuietButton busy={testing.busy} onClick={runTest}>
          {testing.busy ? 'Testing...' : 'Test'}
        </QuietButton>
        <QuietButton onClick={onClose}>Cancel</QuietButton>
      </div>
    </RecordForm>
  )
}
