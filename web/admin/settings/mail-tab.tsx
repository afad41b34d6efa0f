import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  type MailSettings,
  mailSettings,
  mailSettingsAnswer,
  testMailCall,
} from '../../../contracts/mail-settings.ts'
import { outboxMail } from '../../../contracts/outbox.ts'
import { paths } from '../../../contracts/paths.ts'
import { callApi } from '../../api.ts'
import { InputField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { explainFailure } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { ScreenLink } from '../screen-link.tsx'
import { callSignedIn } from '../sign-in.tsx'
import { SettingsForm, useSettingsSave } from './settings-form.tsx'

const key = [paths.api.mailSettings]
type Answer = z.infer<typeof mailSettingsAnswer>

export function MailTab() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => z.parse(mailSettingsAnswer, await callApi('GET', paths.api.mailSettings)),
  })
  if (error) return <LoadProblem what="The settings could not be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading settings...</p>
  return (
    <>
      <NoticesForm {...data} />
      <TestMail {...data} />
      <Trust from={data.from} />
    </>
  )
}

function NoticesForm({ settings, notifyEmail }: Answer) {
  const queries = useQueryClient()
  const form = useForm<MailSettings>({ defaultValues: settings })
  const saving = useSettingsSave(form.formState.isDirty, async () => {
    const values = z.parse(mailSettings, form.getValues())
    await callApi('PUT', paths.api.mailSettings, values)
    form.reset(values)
    await queries.invalidateQueries({ queryKey: key })
    return undefined
  })
  return (
    <SettingsForm
      saving={saving}
      words={
        notifyEmail
          ? `When somebody joins the waitlist or writes to you, a notice goes to ${notifyEmail}.`
          : 'Nobody hears of new entries yet: give an address under Organisation, "Notify this email".'
      }
    >
      <div className="field">
        <label htmlFor="lead-notices">Notices of new entries</label>
        <select id="lead-notices" className="field-control" {...form.register('leadNotices')}>
          <option value="each">One mail for each, at once</option>
          <option value="daily">One mail a day, at 7 in the morning</option>
        </select>
      </div>
    </SettingsForm>
  )
}

function TestMail({ server, from, notifyEmail }: Answer) {
  const queries = useQueryClient()
  const [to, setTo] = useState(notifyEmail ?? '')
  const [error, setError] = useState('')
  const [written, setWritten] = useState<number>()

  async function send(event: FormEvent) {
    event.preventDefault()
    const call = z.safeParse(testMailCall, { to })
    setWritten(undefined)
    if (!call.success) return setError(call.error.issues[0]?.message ?? '')
    setError('')
    try {
      const mail = z.parse(
        outboxMail,
        await callSignedIn(() => callApi('POST', paths.api.testMail, call.data)),
      )
      setWritten(mail.id)
      await queries.invalidateQueries({ queryKey: [paths.api.outbox] })
    } catch (failure) {
      setError(explainFailure(failure))
    }
  }

  return (
    <section className="mail-section" aria-labelledby="test-mail">
      <h2 id="test-mail">Test mail</h2>
      <p>
        {server
          ? `Mails leave through ${server}, from ${from}.`
          : 'No mail server is set up: mails wait in the outbox for you. To send them, start the server with SMTP_URL and MAIL_FROM.'}
      </p>
      <form className="form" noValidate onSubmit={(event) => void send(event)}>
        <InputField
          label="Send a test mail to"
          type="email"
          name="to"
          value={to}
          error={error || undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <button type="submit" className="btn btn-quiet">
          Send test mail
        </button>
      </form>
      {written !== undefined && (
        <Notice tone="success">
          <p>
            The test mail is in the outbox.{' '}
            <ScreenLink className="text-link" href={paths.adminMail(written)}>
              See what becomes of it
            </ScreenLink>
          </p>
        </Notice>
      )}
    </section>
  )
}

/** What keeps mails out of the spam folder; the values come from whoever runs the mail server. */
function Trust({ from }: { from: string }) {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return (
    <section className="mail-section" aria-labelledby="trust">
      <h2 id="trust">So that mails are trusted</h2>
      <p>
        Mail programs ask the domain of the sender, {domain}, three things. They are entries in its DNS;
        whoever keeps your domain adds them, and whoever runs your mail server knows the values.
      </p>
      <dl className="trust-list">
        <div>
          <dt>SPF: which servers may send for you</dt>
          <dd>
            A TXT entry for <code>{domain}</code>, such as{' '}
            <code>v=spf1 include:mail-provider.example ~all</code>. There must be only one.
          </dd>
        </div>
        <div>
          <dt>DKIM: a seal on each mail</dt>
          <dd>
            Your mail server signs, and a TXT or CNAME entry such as <code>selector._domainkey.{domain}</code>{' '}
            holds the key to check it.
          </dd>
        </div>
        <div>
          <dt>DMARC: what to do with the others</dt>
          <dd>
            A TXT entry for <code>_dmarc.{domain}</code>. Begin with <code>v=DMARC1; p=none</code>; when your
            own mails pass, change <code>none</code> to <code>quarantine</code>.
          </dd>
        </div>
      </dl>
      <p>Then send a test mail, open its source in your mail program, and look for three times "pass".</p>
    </section>
  )
}
