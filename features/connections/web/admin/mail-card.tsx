import { useState } from 'react'
import { type MailSecurity, mailSecurities } from '../../../../core/contract/connected-services.ts'
import { invalidEmail, isEmailAddress } from '../../../../core/contract/email.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { AddressField } from '../../../../core/web/address-field.tsx'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import { call } from '../../../../core/web/api.ts'
import { ExplainedError } from '../../../../core/web/api-failures.ts'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { InputField, Options, SelectField } from '../../../../core/web/ui/field.tsx'
import {
  type ConnectionsResponse,
  mailConnectionTest,
  mailConnectionUpdate,
  type TestResult,
} from '../../contract/connections.ts'
import { ConnectionCard, type FormProps } from './connection-card.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { testTimeoutSeconds } from './connection-test.tsx'
import { mailProviders } from './mail-providers.ts'
import { SecretField } from './secret-field.tsx'
import { type ConnectionFormState, type ConnectionRequest, useConnectionForm } from './use-connection-form.ts'

const securityLabels: Record<MailSecurity, string> = {
  tls: 'TLS from the start (often port 465)',
  starttls: 'STARTTLS (often port 587)',
  none: 'None (own network only)',
  'if-offered': 'STARTTLS, if the server offers it',
}

const shortSecurity: Record<MailSecurity, string> = {
  tls: 'TLS',
  starttls: 'STARTTLS',
  none: 'not encrypted',
  'if-offered': 'STARTTLS if offered',
}

export function MailCard({ mail, waitingMails, ownAddress, sender }: ConnectionsResponse) {
  const { values, hasSecret } = mail
  return (
    <ConnectionCard
      kind="mail"
      title="Email"
      heading="Email server"
      about="Sends notifications, invitations, and newsletters. Without it, emails wait in the Outbox, and you send each by hand."
      connection={mail}
      secretWord="password"
      disconnectEffect="From now on, emails wait in the Outbox, and you send each by hand. The stored password is deleted."
      facts={
        values
          ? [
              ['Server', `${values.host}, port ${values.port} (${shortSecurity[values.security]})`],
              [
                'Sign-in',
                values.user === ''
                  ? 'None'
                  : `${values.user}, ${hasSecret ? 'with a stored password' : 'without a password'}`,
              ],
              ['Sender', `${values.senderName || sender.name} <${values.senderAddress}>`],
            ]
          : []
      }
      test={() => call(mailConnectionTest, { body: {}, timeoutSeconds: testTimeoutSeconds })}
      renderForm={(props) => <MailForm {...props} {...{ waitingMails, ownAddress, sender }} />}
    />
  )
}

const labels = {
  host: 'Server',
  port: 'Port',
  security: 'Security',
  user: 'Username',
  secret: 'Password',
  senderName: 'Sender name',
  senderAddress: 'Sender address',
}

type MailFormProps = FormProps<'mail'> & Pick<ConnectionsResponse, 'waitingMails' | 'ownAddress' | 'sender'>

function MailForm({ connection, waitingMails, ownAddress, sender, onClose }: MailFormProps) {
  const { test, fields: testFields } = useMailTest(ownAddress)
  const form = useConnectionForm({
    kind: 'mail',
    connection,
    defaultsOf: (values) => ({
      host: values?.host ?? '',
      port: String(values?.port ?? 465),
      security: values?.security ?? 'tls',
      user: values?.user ?? '',
      senderName: values?.senderName ?? '',
      senderAddress: values?.senderAddress ?? '',
    }),
    labels,
    toValues: ({ port = '', user = '', ...typed }) => ({
      ...typed,
      user: user.trim(),
      port: Number(port.trim() || 'none'),
    }),
    endpoint: mailConnectionUpdate,
    save: (body) => call(mailConnectionUpdate, { body }),
    success: 'Email connected',
    onClose,
  })
  const { field, typed } = form

  return (
    <ConnectionForm form={form} test={test} onClose={onClose}>
      <Presets onChoose={form.set} host={typed.host ?? ''} />
      <div className="form-row">
        <InputField {...field('host')} autoComplete="off" spellCheck={false} placeholder="smtp.example.org" />
        <InputField {...field('port')} inputMode="numeric" autoComplete="off" />
      </div>
      <SelectField {...field('security')} hint={typed.security === 'none' ? unencrypted : undefined}>
        <Options of={mailSecurities.map((security) => [security, securityLabels[security]])} />
      </SelectField>
      <SignInFields {...form} />
      <div className="form-row">
        <InputField {...field('senderName')} placeholder={sender.name} hint="Blank for your site’s name." />
        <AddressField
          {...field('senderAddress')}
          pointsOutNoDot
          placeholder="hello@example.org"
          hint="Emails come from this address. It must belong to your account."
        />
      </div>
      {testFields}
      {waitingMails > 0 && <WaitingNote count={waitingMails} />}
    </ConnectionForm>
  )
}

function SignInFields({ field, secretField }: ConnectionFormState<'mail'>) {
  return (
    <div className="form-row">
      <InputField
        {...field('user')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Often your whole email address. Blank for a server without a sign-in."
      />
      <SecretField {...secretField} />
    </div>
  )
}

const unencrypted =
  'Warning: without encryption, anyone on your network can read the password and the emails. It’s refused for servers on the internet.'

function Presets({ onChoose, host }: { onChoose: (values: Record<string, string>) => void; host: string }) {
  const chosen = mailProviders.find((provider) => provider.host === host)
  return (
    <SelectField
      label="Your email provider"
      value={chosen?.name ?? ''}
      onChange={({ currentTarget }) => {
        const provider = mailProviders.find(({ name }) => name === currentTarget.value)
        if (provider)
          onChoose({ host: provider.host, port: String(provider.port), security: provider.security })
        else onChoose({ host: '' })
      }}
      hint={
        chosen?.hint ??
        'Fills in server, port, and security. Yours isn’t here? Its help pages have them, under SMTP.'
      }
    >
      <option value="">Another provider</option>
      {mailProviders.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  )
}

function WaitingNote({ count }: { count: number }) {
  const emails = count === 1 ? 'One email is' : `${count < 100 ? count : '100 or more'} emails are`
  return (
    <p className="notice">
      {emails} waiting in the Outbox and will be sent as soon as you save. If you’ve sent some by hand,{' '}
      <InlineLink href={paths.adminOutbox}>mark them as sent</InlineLink> first.
    </p>
  )
}

/** The test of an email server, which also sends an email if the user wants one, and its fields */
function useMailTest(ownAddress: string) {
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
