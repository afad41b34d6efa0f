import { type ReactNode, useState } from 'react'
import { mailConnectionTest, type TestResult } from '../../../../contracts/connections.ts'
import { invalidEmail, isEmailAddress } from '../../../../contracts/email.ts'
import { AddressField } from '../../../address-field.tsx'
import { call } from '../../../api.ts'
import { ExplainedError } from '../../../api-failures.ts'
import { CheckBox } from '../../../ui/check-box.tsx'
import { testTimeoutSeconds } from './connection-test.tsx'
import type { ConnectionRequest } from './use-connection-form.ts'

/** The test of an email server, which also sends an email if the user wants one, and its fields */
export function useMailTest(ownAddress: string): {
  test: (connection: ConnectionRequest<'mail'>) => Promise<TestResult>
  fields: ReactNode
} {
  const [isSending, setIsSending] = useState(false)
  const [sendTo, setSendTo] = useState(ownAddress)
  const [problem, setProblem] = useState<string>()

  async function test(connection: ConnectionRequest<'mail'>): Promise<TestResult> {
    const to = isSending ? sendTo.trim() : undefined
    const isWrong = to !== undefined && !isEmailAddress(to)
    setProblem(isWrong ? invalidEmail : undefined)
    if (isWrong) throw new ExplainedError('Correct the address for the test email, and test again.')
    const body = { connection, ...(to !== undefined && { sendTo: to }) }
    return call(mailConnectionTest, { body, timeoutSeconds: testTimeoutSeconds })
  }

  const fields = (
    <>
      <CheckBox checked={isSending} onChange={({ currentTarget }) => setIsSending(currentTarget.checked)}>
        Test also sends an email
      </CheckBox>
      {isSending && (
        <AddressField
          label="Send the test email to"
          pointsOutNoDot
          value={sendTo}
          onChange={({ currentTarget }) => setSendTo(currentTarget.value)}
          error={problem}
        />
      )}
    </>
  )
  return { test, fields }
}
