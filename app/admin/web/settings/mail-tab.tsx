import {
  type MailSettings,
  type MailSettingsResponse,
  mailSettingsRead,
  mailSettingsUpdate,
  testMailCreate,
} from '../../../../core/contract/mail-settings.ts'
import { outboxList } from '../../../../core/contract/outbox.ts'
import { paths } from '../../../../core/contract/paths.ts'
import {
  type TodaySettingsResponse,
  todaySettingsRead,
  todaySettingsUpdate,
} from '../../../../core/contract/today.ts'
import { AddressField } from '../../../../core/web/address-field.tsx'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { InlineLink, TextLink } from '../../../../core/web/admin/screen-link.tsx'
import { ForServer } from '../../../../core/web/admin/settings/for-server.tsx'
import { SettingsForm, useSettingsForm } from '../../../../core/web/admin/settings/settings-form.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { QuietButton } from '../../../../core/web/ui/button.tsx'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { Fact } from '../../../../core/web/ui/fact.tsx'
import { Options, SelectField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import { MailConnection } from '../../../../features/connections/web/admin/connections-tab.tsx'
import {
  type PlanSettingsResponse,
  planSettingsRead,
  planSettingsUpdate,
} from '../../../../features/people/contract/plan.ts'

const mailSettingsQuery = apiQuery(mailSettingsRead)

export function MailTab() {
  const { data, notLoaded } = useLoaded(mailSettingsQuery, 'settings')
  if (notLoaded || !data) return notLoaded
  return (
    <>
      <MailConnection />
      <TestMail {...data} />
      <NoticesForm {...data} />
      <MondayEmail />
      <PlanEmail />
      <Trust from={data.from} />
    </>
  )
}

function NoticesForm(saved: MailSettingsResponse) {
  const { notifyEmail } = saved
  const record = useSettingsForm({
    isKept: true,
    endpoint: mailSettingsUpdate,
    saved,
    valuesOf: ({ settings }) => settings,
    id: 'mail',
    labels: { leadNotices: 'Notifications of new entries' },
    show: (_, { leadNotices }) => noticeLabels[leadNotices],
    read: (request) => ({ request }),
    queryKey: mailSettingsQuery.queryKey,
  })
  return (
    <Section id="notices" title="New entries" className="mail-section">
      <SettingsForm
        record={record}
        isShort
        button="Save settings"
        note={
          notifyEmail
            ? `When someone joins the waitlist or uses the contact form, ${notifyEmail} gets a notification.`
            : 'No one is notified of new entries yet.'
        }
      >
        <NotifyAddress isSet={notifyEmail !== null} />
        <SelectField {...record.field('leadNotices')}>
          <Options of={Object.entries(noticeLabels)} />
        </SelectField>
      </SettingsForm>
    </Section>
  )
}

const NotifyAddress = ({ isSet }: { isSet: boolean }) => (
  <p className="form-note">
    <InlineLink href={paths.adminSettingsTab('organisation')}>
      {isSet ? 'Change the address for notifications' : 'Set an address for notifications'}
    </InlineLink>
  </p>
)

const noticeLabels: Record<MailSettings['leadNotices'], string> = {
  each: 'One email for each, right away',
  daily: 'One daily email at 7 AM',
}

const planSettingsQuery = apiQuery(planSettingsRead)

/** The switch for the email that asks people on the waitlist for a plan */
function PlanEmail() {
  const { data, notLoaded } = useLoaded(planSettingsQuery, { failure: 'The setting couldn’t be loaded.' })
  return (
    <Section id="plan-email" title="Help us plan" className="mail-section">
      {notLoaded}
      {data && <PlanEmailForm {...data} />}
    </Section>
  )
}

function PlanEmailForm(saved: PlanSettingsResponse) {
  const record = useSettingsForm({
    isKept: true,
    endpoint: planSettingsUpdate,
    saved,
    valuesOf: ({ emailLink }) => ({ emailLink }),
    id: 'plan',
    labels: { emailLink: 'Email the questions to people who join the waitlist' },
    read: (request) => ({ request }),
    queryKey: planSettingsQuery.queryKey,
  })
  const { label, error: _, ...emailLink } = record.field('emailLink')
  return (
    <SettingsForm
      record={record}
      isShort
      button="Save this setting"
      note="After joining the waitlist, people can say where they are and when they have time. With this email, they can do it later. It has fixed words and a private link. Each address gets at most one a day."
    >
      <CheckBox {...emailLink}>{label}</CheckBox>
    </SettingsForm>
  )
}

const todaySettingsQuery = apiQuery(todaySettingsRead)

function MondayEmail() {
  const { data, notLoaded } = useLoaded(todaySettingsQuery, { failure: 'The setting couldn’t be loaded.' })
  return (
    <Section id="monday-email" title="Monday email" className="mail-section">
      {notLoaded}
      {data && <MondayEmailForm {...data} />}
    </Section>
  )
}

function MondayEmailForm(saved: TodaySettingsResponse) {
  const { notifyEmail } = saved
  const record = useSettingsForm({
    isKept: true,
    endpoint: todaySettingsUpdate,
    saved,
    valuesOf: ({ settings }) => settings,
    id: 'today',
    labels: { isMailed: 'Email what’s on Today each Monday at 7 AM' },
    read: (request) => ({ request }),
    queryKey: todaySettingsQuery.queryKey,
  })
  const { label, error: _, ...isMailed } = record.field('isMailed')
  return (
    <SettingsForm
      record={record}
      isShort
      button="Save Monday email"
      note={
        notifyEmail
          ? `It goes to ${notifyEmail}. If nothing needs attention, no email is sent that week.`
          : 'There is no one to send it to yet: set an address for notifications first.'
      }
    >
      <CheckBox {...isMailed}>{label}</CheckBox>
    </SettingsForm>
  )
}

function TestMail({ server, from, notifyEmail }: MailSettingsResponse) {
  const sending = useApiMutation(testMailCreate, {
    isChecked: true,
    invalidates: [queryKeyOf(outboxList)],
  })

  return (
    <Section id="test-mail" title="Test email" className="mail-section">
      <p>
        {server
          ? `Emails are sent through ${server}, from ${from}.`
          : 'Email isn’t connected, so a test email waits in the Outbox, as all others do.'}
      </p>
      <Form onSubmit={(typed) => sending.run({ body: { to: String(typed.get('to')) } })}>
        <AddressField
          label="Send a test email to"
          pointsOutNoDot
          name="to"
          defaultValue={notifyEmail ?? ''}
          error={sending.problem}
        />
        <QuietButton type="submit">Send test email</QuietButton>
      </Form>
      {sending.output && (
        <Notice tone="success">
          <p>
            {server
              ? `Your test email to ${sending.output.to} is on its way through ${server}.`
              : `Nothing was sent yet, because email isn’t connected. Your test email to ${sending.output.to} waits in the Outbox.`}{' '}
            <TextLink href={paths.adminMail(sending.output.id)}>
              {server ? 'See whether it was sent' : 'Open it'}
            </TextLink>
          </p>
        </Notice>
      )}
    </Section>
  )
}

/** The DNS records that keep emails out of the spam folder. */
function Trust({ from }: { from: string }) {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return (
    <Section id="trust" title="Keep your email out of spam" className="mail-section">
      <p>
        Email providers check three records on your domain, {domain}, to see whether an email is really from
        you. Ask the person who runs your server to set them up.
      </p>
      <ForServer>
        <p>
          These are DNS records. Your domain registrar is where they go; your email provider has the values.
        </p>
        <dl className="trust-list">
          <Fact name="SPF: which servers can send for you">
            A TXT record for <code>{domain}</code>, such as{' '}
            <code>v=spf1 include:mail-provider.example ~all</code>. Only one is allowed.
          </Fact>
          <Fact name="DKIM: a signature on each email">
            Your email provider signs, and a TXT or CNAME record such as{' '}
            <code>selector._domainkey.{domain}</code> holds the key to check it.
          </Fact>
          <Fact name="DMARC: what to do with email that fails">
            A TXT record for <code>_dmarc.{domain}</code>. Start with <code>v=DMARC1; p=none</code>. Once your
            own emails pass, change <code>none</code> to <code>quarantine</code>.
          </Fact>
        </dl>
        <p>
          Then send a test email, view its original source in your email app, and check that “pass” appears
          three times.
        </p>
      </ForServer>
    </Section>
  )
}
