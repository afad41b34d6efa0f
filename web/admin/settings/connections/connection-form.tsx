import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ConnectionKind, ConnectionsResponse, TestResult } from '../../../../contracts/connections.ts'
import { explainFailure } from '../../../api-failures.ts'
import { QuietButton, SubmitButton } from '../../../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../../../ui/error-summary.tsx'
import { Form } from '../../../ui/form.tsx'
import { useSaveShortcut } from '../../../ui/save-shortcut.ts'
import { showToast } from '../../../ui/toast.ts'
import { useApiMutation } from '../../use-api-mutation.ts'
import { useUnsavedQuestion } from '../../use-leave-guard.ts'
import { useStoreConnections } from './connection-queries.ts'
import { TestOutcome, useConnectionTest } from './connection-test.tsx'
import type { ConnectionFormState, ConnectionRequest } from './use-connection-form.ts'

type ConnectionFormProps<Kind extends ConnectionKind> = {
  form: ConnectionFormState<Kind>
  save: (request: ConnectionRequest<Kind>) => Promise<ConnectionsResponse>
  test: (request: ConnectionRequest<Kind>) => Promise<TestResult>
  /** Title of the toast after saving */
  success: string
  /** The fields */
  children: ReactNode
  /** Fields and notes about the test and the save, above the buttons */
  before?: ReactNode
  onClose: () => void
}

type Problem = { message: string; fields?: FieldError[] }

/** The form of one connection. It can be tested before it is saved. */
export function ConnectionForm<Kind extends ConnectionKind>(props: ConnectionFormProps<Kind>) {
  const { form, save, test, success, children, before, onClose } = props
  const [problem, setProblem] = useState<Problem>()
  const store = useStoreConnections()
  const testing = useConnectionTest(test)
  const saving = useApiMutation(save, {
    async onSuccess(response) {
      await store(response)
      showToast({ title: success })
      onClose()
    },
    onError: (error) => setProblem({ message: `Not saved. ${explainFailure(error)}` }),
  })
  const summary = useRef<HTMLDivElement>(null)
  // The message is at the top of the form and may be out of view, so it takes the focus.
  useEffect(() => {
    if (problem) summary.current?.focus()
  }, [problem])

  function run(send: (request: ConnectionRequest<Kind>) => void) {
    const request = form.read()
    const isProblem = 'message' in request
    setProblem(isProblem ? request : undefined)
    if (!isProblem) send(request)
  }

  const submit = () => run(saving.run)
  useSaveShortcut(() => form.isDirty && submit())
  useUnsavedQuestion(form.isDirty && !saving.busy)

  return (
    <Form
      onSubmit={submit}
      // A result is about what was typed then.
      onInput={testing.busy ? undefined : testing.reset}
    >
      {problem && <ErrorSummary {...problem} ref={summary} />}
      {children}
      {before}
      <TestOutcome {...testing} />
      <div className="form-actions">
        <SubmitButton busy={saving.busy} label="Save" busyLabel="Saving..." />
        <QuietButton busy={testing.busy} onClick={() => run(testing.run)}>
          {testing.busy ? 'Testing...' : 'Test'}
        </QuietButton>
        <QuietButton onClick={onClose}>Cancel</QuietButton>
      </div>
    </Form>
  )
}
