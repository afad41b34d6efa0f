import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDate, formatRecent, formatTimeZone, timeOf } from '../../../../core/contract/format-date.ts'
import { outboxList } from '../../../../core/contract/outbox.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { AddressField } from '../../../../core/web/address-field.tsx'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useCurrentUser, useMay } from '../../../../core/web/admin/current-user.ts'
import { EmailPreview } from '../../../../core/web/admin/email-preview.tsx'
import { TextLink } from '../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { explainFailure, problemOf } from '../../../../core/web/api-failures.ts'
import { QuietButton } from '../../../../core/web/ui/button.tsx'
import { ChoiceBar } from '../../../../core/web/ui/choice-bar.tsx'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import { InputField, TextField } from '../../../../core/web/ui/field.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { ScrollRegion } from '../../../../core/web/ui/scroll-region.tsx'
import {
  type IssueDraft,
  type IssuePreview,
  issueLimits,
  issuePreviewRead,
  issueTestSend,
} from '../../contract/newsletter.ts'

/** What is typed about an issue. `startsAt` is a local time of the site; blank means now. */
export type IssueTexts = { subject: string; firstLine: string; words: string; startsAt: string }
export const noTexts: IssueTexts = { subject: '', firstLine: '', words: '', startsAt: '' }

export const isLater = ({ startsAt }: Pick<IssueTexts, 'startsAt'>) =>
  startsAt !== '' && timeOf(startsAt) > new Date()

/** The fields of a request. A blank text gets its default. */
export const requestOf = ({ startsAt, ...texts }: IssueTexts) => ({
  ...texts,
  ...(startsAt !== '' && { startsAt: timeOf(startsAt).toISOString() }),
})

type IssueFormProps = {
  /** The post, published or as typed. Neither: the issue has only words. */
  source: Pick<IssueDraft, 'postId' | 'post'>
  defaults: { title: string; excerpt: string } | undefined
  texts: IssueTexts
  onChange: (change: Partial<IssueTexts>) => void
  problem: string | undefined
  /** Buttons that send the issue */
  children: (preview: IssuePreview) => ReactNode
}

/** Everything about an issue before it is sent, beside the email as readers will get it */
export function IssueForm({ source, defaults, texts, onChange, problem, children }: IssueFormProps) {
  const body = { ...source, ...requestOf(useSettled(texts)) }
  const isEnough = defaults !== undefined || (body.subject.trim() !== '' && body.words.trim() !== '')
  const { data, error } = useQuery({
    ...apiQuery(issuePreviewRead, { body }),
    staleTime: 0,
    gcTime: 0,
    enabled: isEnough,
    placeholderData: keepPreviousData,
    // The user may come back from the tab in which they added what was missing.
    refetchOnWindowFocus: ({ state }) => state.status === 'error',
  })
  const field = (name: keyof IssueTexts) => ({
    value: texts[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ [name]: value }),
  })
  return (
    <div className="issue-form">
      <div className="issue-fields">
        <InputField
          label={defaults ? 'Subject' : 'Subject *'}
          dir="auto"
          maxLength={issueLimits.subject}
          placeholder={defaults?.title}
          {...field('subject')}
        />
        <InputField
          label="First line"
          dir="auto"
          maxLength={issueLimits.firstLine}
          placeholder={defaults?.excerpt}
          hint="Inboxes show it after the subject."
          {...field('firstLine')}
        />
        <TextField
          label={defaults ? 'A few words above the post' : 'Your words *'}
          dir="auto"
          rows={defaults ? 3 : 8}
          maxLength={issueLimits.words}
          {...field('words')}
        />
        <InputField
          label="Send at"
          type="datetime-local"
          hint={`Optional, ${formatTimeZone()}. Leave blank to send now.`}
          {...field('startsAt')}
        />
        {error && (
          <Notice tone="problem">
            {problemOf(error)?.code === 'no-postal-address' ? <NeedsPostalAddress /> : explainFailure(error)}
          </Notice>
        )}
        {data && !error && isEnough && (
          <>
            <p>{describeRecipients(data)}</p>
            {data.byHand && data.recipients > 0 && (
              <p className="notice">
                Email isn’t set up, so nothing is sent automatically: {countEmails(data.recipients)} would
                wait in the Outbox, and you would send each by hand. To send automatically,{' '}
                <ForOwners verb="connect email in" tab="mail" place="Settings > Email" />
              </p>
            )}
            {problem && <Notice tone="problem">{problem}</Notice>}
            <div className="mail-actions">{children(data)}</div>
            <Test draft={body} byHand={data.byHand} />
          </>
        )}
      </div>
      {data && isEnough ? <Email {...data} /> : <p className="issue-waiting">{waiting(isEnough, error)}</p>}
    </div>
  )
}

const NeedsPostalAddress = () => (
  <>
    By law, newsletters must include a postal address. To send one,{' '}
    <ForOwners verb="add yours in" tab="organisation" place="Settings > Organization" />
  </>
)

/** The end of a sentence: what an owner does in Settings. In a new tab, so that nothing that was typed is lost. */
function ForOwners({ verb, tab, place }: { verb: string; tab: string; place: string }) {
  const maySet = useMay('manageSite')
  if (!maySet) return `ask an owner to ${verb} ${place}.`
  return (
    <>
      {verb}{' '}
      <ExternalLink className="inline-link" href={paths.adminSettingsTab(tab)}>
        {place}
      </ExternalLink>
      .
    </>
  )
}

function waiting(isEnough: boolean, error: Error | null): string {
  if (!isEnough) return 'Write a subject and a few words, and the email appears here.'
  return error ? '' : 'Preparing the preview...'
}

/** Ms without a keystroke before the preview is written again */
const pauseMs = 400

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  // An effect, because the server is asked only when typing pauses.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function Test({ draft, byHand }: { draft: IssueDraft; byHand: boolean }) {
  const [to, setTo] = useState(useCurrentUser().email ?? '')
  const { run, problem, output } = useApiMutation(issueTestSend, {
    isChecked: true,
    invalidates: [queryKeyOf(outboxList)],
  })
  return (
    <div className="issue-test">
      <AddressField
        label="Send a test to"
        pointsOutNoDot
        name="to"
        value={to}
        error={problem}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <QuietButton onClick={() => run({ body: { ...draft, to } })}>Send test</QuietButton>
      {output && (
        <Notice tone="success">
          <p>
            {byHand
              ? 'Email isn’t set up, so the test is waiting in the Outbox.'
              : 'The test is in the Outbox.'}{' '}
            <TextLink href={paths.adminMail(output.mailId)}>
              {byHand ? 'Open it' : 'See whether it was sent'}
            </TextLink>
          </p>
        </Notice>
      )}
    </div>
  )
}

function Email({ html, subject, text }: IssuePreview) {
  const [width, setWidth] = useState<'phone' | 'computer'>(innerWidth < 640 ? 'phone' : 'computer')
  return (
    <div className="issue-email" data-width={width}>
      <ChoiceBar
        label="Width of the preview"
        options={{ phone: 'Phone', computer: 'Computer' }}
        value={width}
        onChange={setWidth}
      />
      <ScrollRegion label="Preview">
        <EmailPreview html={html} title={`The email “${subject}”`} />
      </ScrollRegion>
      <details>
        <summary>Plain-text version</summary>
        <ScrollRegion label="Plain-text version">
          <p className="mail-text" dir="auto">
            {text}
          </p>
        </ScrollRegion>
      </details>
    </div>
  )
}

export const countPeople = (count: number) => (count === 1 ? '1 person' : `${count} people`)
export const countEmails = (count: number) => (count === 1 ? '1 email' : `${count} emails`)

/** Text of the toast after sending was started. The emails wait for their time, the mail server, or the admin without one. */
export function describeStart({ byHand, recipients }: IssuePreview, texts: IssueTexts) {
  const emails = countEmails(recipients)
  if (isLater(texts))
    return {
      title: `Email scheduled for ${formatRecent(timeOf(texts.startsAt))}`,
      description: 'You can cancel it under Newsletter until then.',
    }
  return byHand
    ? {
        title: `${emails} will wait in the Outbox`,
        description: 'Email isn’t set up, so send each one yourself.',
      }
    : {
        title: `${emails} queued`,
        description: 'Sending starts now. The Newsletter screen shows how many were sent.',
      }
}

function describeRecipients({ recipients, waiting, had, lastSentAt }: IssuePreview): string {
  if (had + waiting === 0)
    return recipients === 0
      ? 'There are no recipients yet: no one has subscribed, or everyone wants one email a month and already got it.'
      : `This goes to ${countPeople(recipients)}.`
  const have = `${countPeople(had)} ${had === 1 ? 'has' : 'have'}`
  const sentences = [
    had > 0 &&
      (lastSentAt === null
        ? `${have} this post.`
        : `This post was sent on ${formatDate(lastSentAt)}, and ${have} it.`),
    waiting > 0 && `${countEmails(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting in the Outbox.`,
    recipients === 0
      ? `There’s no one ${waiting > 0 ? 'else' : 'left'} to send it to.`
      : waiting > 0
        ? `Now it goes only to the ${recipients === 1 ? 'other person' : `${recipients} other people`}.`
        : `Now it goes only to the ${countPeople(recipients)} who ${recipients === 1 ? 'doesn’t' : 'don’t'} have it.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
