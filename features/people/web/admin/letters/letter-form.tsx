import { type KeyboardEvent, use, useRef, useState } from 'react'
import { outboxList } from '../../../../../core/contract/outbox.ts'
import { paths } from '../../../../../core/contract/paths.ts'
import { apiQuery, queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { useCurrentUser, useMay } from '../../../../../core/web/admin/current-user.ts'
import { EmailPreview } from '../../../../../core/web/admin/email-preview.tsx'
import { navigate } from '../../../../../core/web/admin/history.ts'
import { useLoaded } from '../../../../../core/web/admin/load-problem.tsx'
import { InlineLink } from '../../../../../core/web/admin/screen-link.tsx'
import { unreadCountsQuery } from '../../../../../core/web/admin/unread-counts.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { hasStatus } from '../../../../../core/web/api-failures.ts'
import { QuietButton, SmallButton, SubmitButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { InputField, TextField } from '../../../../../core/web/ui/field.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { keepEnterFromSubmitting } from '../../../../../core/web/ui/keep-enter-from-submitting.ts'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { ScrollRegion } from '../../../../../core/web/ui/scroll-region.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { listEmptyFields, withOwnFields } from '../../../contract/letter-fields.ts'
import { type LetterPage, letterLimits, letterPreview, letterSend } from '../../../contract/letters.ts'
import { type Entry, type EntryKey, entryList } from '../../../contract/people.ts'
import { personQuery } from '../people-queries.ts'
import { PersonPartContext } from '../person-part.ts'
import { AiDraft } from './ai-draft.tsx'
import { TemplateChooser } from './template-chooser.tsx'
import { TemplateManager } from './template-manager.tsx'
import {
  copyKeyOf,
  type LetterText,
  type LetterTexts,
  type OfferedText,
  useLetterText,
} from './use-letter-text.ts'

type LetterFormProps = { entry: Entry; page: LetterPage; onClose: () => void }

export function LetterForm({ entry, page, onClose }: LetterFormProps) {
  const { username } = useCurrentUser()
  const letter = useLetterText(copyKeyOf(username, entry.email), page.subject)
  const [isPreviewed, setPreviewed] = useState(false)
  const [isManaging, setManaging] = useState(false)
  const [hasTried, setTried] = useState(false)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const { subject, body } = letter
  const fields = withOwnFields(use(PersonPartContext).letterFields)
  const empty = listEmptyFields([subject, body], page.fields, fields)
  const sending = useSending({ entry, letter, onSent: onClose })

  function send() {
    setTried(true)
    if (empty.length > 0) return textarea.current?.focus()
    const { form, id } = entry
    sending.run({ params: { form, id }, body: { key: letter.key, subject, body } })
  }

  return (
    <>
      <Form className="form letter-form" onSubmit={send} onKeyDown={submitByKey}>
        <p className="letter-to">
          To <bdi>{entry.name}</bdi>, <bdi>{page.to}</bdi>
        </p>
        {isPreviewed ? (
          <LetterPreview entry={entry} subject={subject} body={body} />
        ) : (
          <Writing
            entry={entry}
            page={page}
            letter={letter}
            onManage={() => setManaging(true)}
            ref={textarea}
          />
        )}
        {empty.length > 0 && (
          <div
            className={`notice letter-missing ${hasTried ? 'notice-problem' : ''}`}
            role={hasTried ? 'alert' : 'status'}
          >
            <p>{hasTried ? <strong>Nothing was sent. First:</strong> : 'Before you send it:'}</p>
            <ul>
              {empty.map(({ field, problem }) => (
                <li key={field}>
                  {problem} {field === '{booking link}' && <SetBookingLink />}
                </li>
              ))}
            </ul>
          </div>
        )}
        {sending.problem && <Notice tone="problem">{sending.problem}</Notice>}
        <Consequences entry={entry} page={page} />
        <div className="form-actions">
          <SubmitButton
            busy={sending.busy}
            label={page.byHand ? 'Put in Outbox' : 'Send'}
            busyLabel="Sending..."
          />
          <QuietButton onClick={() => setPreviewed(!isPreviewed)}>
            {isPreviewed ? 'Keep writing' : 'Preview'}
          </QuietButton>
          {!isPreviewed && body.trim() !== '' && (
            <TextButton
              onClick={() => {
                letter.discard()
                textarea.current?.focus()
              }}
            >
              Discard
            </TextButton>
          )}
        </div>
      </Form>
      {isManaging && <TemplateManager onClose={() => setManaging(false)} />}
    </>
  )
}

/** Leads to the setting. In the meantime, the letter is kept in this browser. */
const SetBookingLink = () =>
  useMay('manageSite') ? (
    <InlineLink href={paths.adminSettingsTab('organisation')}>Set your booking link</InlineLink>
  ) : (
    'An owner can set it in Settings > Organization.'
  )

/** Ctrl+Enter sends the letter. Enter in a field does not, because the letter is still being written then. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  keepEnterFromSubmitting(event)
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

function useSending({ entry, letter, onSent }: { entry: Entry; letter: LetterText; onSent: () => void }) {
  return useApiMutation(letterSend, {
    isChecked: true,
    // The email may have been queued although no response came back.
    alwaysInvalidates: [
      personQuery(entry).queryKey,
      queryKeyOf(entryList),
      queryKeyOf(outboxList),
      unreadCountsQuery.queryKey,
    ],
    onSuccess({ mailId, byHand }) {
      letter.drop()
      onSent()
      const contacted = entry.status === 'new' ? ' Their status is now Contacted.' : ''
      showToast(
        byHand
          ? {
              title: 'Waiting in the Outbox',
              description: `Email isn’t set up, so send it by hand.${contacted}`,
              actions: [
                {
                  label: 'Open it',
                  altText: 'Open the Outbox',
                  run: () => void navigate(paths.adminMail(mailId)),
                },
              ],
            }
          : { title: 'On its way', description: `To ${entry.email}.${contacted}` },
      )
    },
    onError(error) {
      if (hasStatus(error, 409)) letter.renewKey()
    },
  })
}

type WritingProps = Pick<LetterFormProps, 'entry' | 'page'> & {
  letter: LetterText
  onManage: () => void
  ref: React.RefObject<HTMLTextAreaElement | null>
}

function Writing({ entry, page, letter, onManage, ref }: WritingProps) {
  const { subject, body, offered, undoNote } = letter
  const focusText = () => ref.current?.focus()
  return (
    <>
      <div className="letter-help">
        <TemplateChooser fields={page.fields} onChoose={letter.offer} onManage={onManage} />
        <AiDraft entry={entry} page={page} onDraft={letter.offer} />
      </div>
      {offered && <OfferedTextQuestion offered={offered} letter={letter} onDecided={focusText} />}
      <InputField
        label="Subject"
        value={subject}
        maxLength={letterLimits.subject}
        dir="auto"
        onChange={(event) => letter.type({ subject: event.currentTarget.value })}
      />
      <TextField
        label="Your email"
        hint="Blank lines separate paragraphs, and web addresses become links. Ctrl+Enter sends it."
        ref={ref}
        rows={8}
        value={body}
        maxLength={letterLimits.body}
        dir="auto"
        onChange={(event) => letter.type({ body: event.currentTarget.value })}
      />
      <p className="letter-undo" role="status">
        {undoNote && (
          <>
            {undoNote}{' '}
            <TextButton
              onClick={() => {
                letter.undo()
                focusText()
              }}
            >
              Undo
            </TextButton>
          </>
        )}
      </p>
    </>
  )
}

/** Explains how the letter is sent and where answers arrive */
const Consequences = ({ entry, page }: Pick<LetterFormProps, 'entry' | 'page'>) => (
  <p className="form-note">
    {page.byHand && 'Email isn’t set up, so it waits in the Outbox until you send it by hand. '}
    {entry.status === 'new' && 'Sending it changes their status from New to Contacted. '}
    Replies go to <bdi>{page.repliesTo}</bdi>. You can write them down here as notes.
  </p>
)

/** The letter as the person will see it, with its fields filled in */
function LetterPreview({ entry: { form, id }, subject, body }: LetterTexts & { entry: EntryKey }) {
  const query = apiQuery(letterPreview, { params: { form, id }, body: { subject, body } })
  const { data, notLoaded } = useLoaded(
    { ...query, gcTime: 0 },
    { failure: 'The preview couldn’t be loaded.', waiting: 'Preparing the preview...' },
  )
  if (notLoaded || !data) return notLoaded
  return (
    <>
      <p className="letter-subject" dir="auto">
        <strong>{data.subject || 'No subject yet'}</strong>
      </p>
      <ScrollRegion label="Preview">
        <EmailPreview html={data.html} title={`The email “${data.subject}”`} />
      </ScrollRegion>
    </>
  )
}

type OfferedTextQuestionProps = { offered: OfferedText; letter: LetterText; onDecided: () => void }

/** Asks what to do with text from a template or an AI service, because the letter already has text. */
function OfferedTextQuestion({ offered, letter, onDecided }: OfferedTextQuestionProps) {
  const decide = (act: (text: OfferedText) => void) => () => {
    act(offered)
    onDecided()
  }
  return (
    <section className="letter-offered" aria-label="Proposed text">
      <p role="status">
        Your email already has text. What should happen with the text from {offered.origin}?
      </p>
      <ScrollRegion label="The proposed text">
        <p className="mail-text" dir="auto">
          {offered.body}
        </p>
      </ScrollRegion>
      <div className="form-actions">
        <SmallButton onClick={decide(letter.insertBelow)}>Insert below</SmallButton>
        <SmallButton onClick={decide(letter.replace)}>Replace my text</SmallButton>
        <TextButton onClick={decide(letter.refuse)}>Keep mine</TextButton>
      </div>
    </section>
  )
}
