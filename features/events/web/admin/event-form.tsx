import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { currencies } from '../../../../core/contract/money.ts'
import { organizationRead } from '../../../../core/contract/organization.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { replaceUrl } from '../../../../core/web/admin/history.ts'
import { NotLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { count } from '../../../../core/web/admin/plots/figures.ts'
import { RecordForm, useRecordForm } from '../../../../core/web/admin/record-form.tsx'
import { BackLink, ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { unreadCountsQuery } from '../../../../core/web/admin/unread-counts.tsx'
import { ZoneOptions } from '../../../../core/web/admin/zone-options.tsx'
import { explainFailure } from '../../../../core/web/api-failures.ts'
import { QuietButton, SubmitButton } from '../../../../core/web/ui/button.tsx'
import { ErrorText, InputField, Options, SelectField, TextField } from '../../../../core/web/ui/field.tsx'
import { keepEnterFromSubmitting } from '../../../../core/web/ui/keep-enter-from-submitting.ts'
import { lazyPart } from '../../../../core/web/ui/lazy-part.tsx'
import { trainersQuery } from '../../../calendar/web/admin/calendar-state.ts'
import { AdminPictures } from '../../../media/web/admin/admin-pictures.tsx'
import { PictureChoice } from '../../../posts/web/admin/picture-field.tsx'
import { eventPaths } from '../../contract/event-paths.ts'
import {
  type Event,
  type EventValues,
  type EventView,
  eventFormatLabels,
  eventFormats,
  eventKindLabels,
  eventKinds,
  eventLimits,
  eventList,
} from '../../contract/events.ts'
import { focusTitle, registrationsQuery, useEventChange } from './event-queries.ts'
import {
  countMails,
  eventLabels,
  eventRecord,
  guessEvent,
  moreLabels,
  readEvent,
  saveEvent,
  showValue,
  type TypedEvent,
} from './event-values.ts'

const PostEditor = lazyPart(
  () => import('../../../posts/web/editor/post-editor.tsx'),
  'PostEditor',
  <div className="skeleton skeleton-text" />,
)

/** Not from the cache: the form is prefilled once. */
const nextOf = (view: EventView) => ({ ...apiQuery(eventList, { query: { view, limit: 1 } }), gcTime: 0 })

/** The form for a new date. It starts with what the nearest one has. */
export function NewEvent() {
  const news = useQuery(unreadCountsQuery)
  const coming = useQuery(nextOf('coming'))
  const past = useQuery({ ...nextOf('past'), enabled: coming.data?.length === 0 })
  const organization = useQuery({ ...apiQuery(organizationRead), enabled: useMay('manageSite') })
  const queries = [news, coming, past, organization]
  const last = coming.data?.[0] ?? past.data?.[0]
  const { organisation, configured } = organization.data ?? {}
  const contact = organisation?.contactEmail || configured?.contactEmail
  return (
    <>
      <p>
        <BackLink href={eventPaths.admin}>All dates</BackLink>
      </p>
      <h2>New date</h2>
      {news.data && !queries.some(({ isLoading, error }) => isLoading || error) ? (
        <EventForm guess={guessEvent(last, news.data.timeZone, contact)} />
      ) : (
        <NotLoaded queries={queries} failure="The form couldn’t be opened." waiting="Opening the form..." />
      )}
    </>
  )
}

export function EditEvent({ event }: { event: Event }) {
  return (
    <>
      <p>
        <BackLink href={eventPaths.adminEvent(event.id)}>Back to the date</BackLink>
      </p>
      <h2>
        Edit <bdi>{event.title}</bdi>
      </h2>
      <EventForm event={event} />
    </>
  )
}

/** `event`: the date that is edited; `guess`: what a new one starts with */
type EventFormProps = { event?: Event; guess?: TypedEvent }

/** The form of a date: saves a draft, publishes it, or changes a public one and tells people. */
export function EventForm({ event, guess }: EventFormProps) {
  const record = useEventRecord(event, guess)
  const { form, busy, save } = record
  const { saved } = record.edit.state
  const isDraft = saved === undefined || saved.status === 'draft'
  const registrations = useQuery({ ...registrationsQuery(saved?.id ?? 0), enabled: !isDraft, staleTime: 0 })
  const mails = saved && !isDraft ? countMails(form.watch(), saved, registrations.data ?? []) : 0
  return (
    <AdminPictures>
      <RecordForm
        record={record}
        className="form event-form"
        onSave={() => save(true)}
        onShortcut={() => isDraft && save(false)}
        onKeyDown={keepEnterFromSubmitting}
        buttons={
          <>
            <p className="form-note" role="status">
              {mails > 0 &&
                `When you update, ${count(mails, 'email goes', 'emails go')} out about the change.`}
            </p>
            <SubmitButton busy={busy} label={isDraft ? 'Publish' : 'Update'} busyLabel="Saving..." />
            {isDraft && (
              <QuietButton busy={busy} onClick={() => save(false)}>
                Save draft
              </QuietButton>
            )}
            <ScreenLink
              className="text-button"
              href={saved ? eventPaths.adminEvent(saved.id) : eventPaths.admin}
            >
              Cancel
            </ScreenLink>
          </>
        }
      >
        <MainFields record={record} />
        <Fold isWrong={Object.keys(moreLabels).some((name) => name in form.formState.errors)}>
          <MoreFields record={record} />
        </Fold>
      </RecordForm>
    </AdminPictures>
  )
}

function useEventRecord(event: Event | undefined, guess: TypedEvent | undefined) {
  const { alwaysInvalidates, show } = useEventChange(event ?? { id: 0, title: '' })
  return useRecordForm<TypedEvent, Event | undefined, EventValues, boolean>({
    ...eventRecord(guess),
    saved: event,
    id: 'event',
    labels: eventLabels,
    noun: 'this date',
    show: showValue,
    read: readEvent,
    send: saveEvent,
    refuse: (error, saved) => ({
      message:
        saved?.status === 'draft' && saved !== event
          ? `The date is saved as a draft, but it isn’t public. ${explainFailure(error)}`
          : `Not saved. ${explainFailure(error)} What you typed is still here.`,
      mistakes: {},
    }),
    alwaysInvalidates,
    onSaved(saved, isPublic, note = saved.title) {
      const isNew = isPublic && event?.status !== 'published'
      show(saved, isNew ? 'Published' : saved.status === 'draft' ? 'Draft saved' : 'Updated', note)
      replaceUrl(eventPaths.adminEvent(saved.id))
      scrollTo(0, 0)
      focusTitle()
    },
  })
}

type FieldsProps = { record: ReturnType<typeof useEventRecord> }

function MainFields({ record: { field, form } }: FieldsProps) {
  return (
    <>
      <SelectField {...field('kind')}>
        <Options of={eventKinds.map((kind) => [kind, eventKindLabels[kind]])} />
      </SelectField>
      <InputField dir="auto" maxLength={eventLimits.title} autoComplete="off" {...field('title')} />
      <div className="form-row event-hours">
        <InputField type="date" {...field('day')} />
        <InputField type="time" {...field('startsAt')} />
        <InputField type="time" {...field('endsAt')} />
      </div>
      <div className="form-row">
        <SelectField {...field('format')}>
          <Options of={eventFormats.map((format) => [format, eventFormatLabels[format]])} />
        </SelectField>
        <InputField
          inputMode="numeric"
          autoComplete="off"
          hint="Leave blank for no limit."
          {...field('seats')}
        />
      </div>
      {form.watch('format') === 'online' ? (
        <InputField
          type="url"
          autoComplete="off"
          hint="Only people who are registered see it."
          {...field('onlineUrl')}
        />
      ) : (
        <TextField
          dir="auto"
          rows={2}
          maxLength={eventLimits.place}
          hint="Name and street, on lines of their own."
          {...field('place')}
        />
      )}
    </>
  )
}

/** Fields that fold. They are open while one of them has a mistake, and from then on. */
function Fold({ isWrong, children }: { isWrong: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  if (isWrong && !isOpen) setOpen(true)
  return (
    <details
      className="event-more"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Text, image, price, and more</summary>
      {isOpen && <div className="form">{children}</div>}
    </details>
  )
}

function MoreFields({ record: { field, form, idOf } }: FieldsProps) {
  const trainerId = form.watch('trainerId')
  const { data: trainers } = useQuery(trainersQuery)
  return (
    <>
      <Text id={idOf('content')} form={form} />
      <PictureChoice
        legend={eventLabels.picture}
        hint="Shown above the text, and where people share the page."
        alt={form.watch('pictureAlt')}
        src={form.watch('picture')}
        onChange={(src, alt = '') => {
          form.setValue('picture', src)
          form.setValue('pictureAlt', alt)
        }}
      />
      <ErrorText id={idOf('picture')} tabIndex={-1}>
        {form.formState.errors.picture?.message}
      </ErrorText>
      <div className="form-row">
        <InputField
          inputMode="decimal"
          autoComplete="off"
          hint="Leave blank if it’s free."
          {...field('amount')}
        />
        <SelectField {...field('currency')}>
          <Options of={currencies.map((currency) => [currency, currency])} />
        </SelectField>
      </div>
      <InputField
        dir="auto"
        maxLength={eventLimits.price}
        hint="Like “Lunch included”."
        {...field('price')}
      />
      <InputField
        type="url"
        maxLength={2000}
        autoComplete="off"
        hint="A page of your payment service. People see it once they’re registered."
        {...field('payUrl')}
      />
      <TextField dir="auto" rows={3} maxLength={eventLimits.terms} {...field('terms')} />
      <div className="form-row">
        <InputField type="date" hint="Leave blank for until it starts." {...field('registerUntil')} />
        <InputField dir="auto" maxLength={eventLimits.contact} {...field('contact')} />
      </div>
      <div className="form-row">
        <SelectField {...field('timeZone')}>
          <ZoneOptions chosen={form.watch('timeZone')} />
        </SelectField>
        {trainers && (
          <SelectField hint="The day is taken in their calendar." {...field('trainerId')}>
            <option value="">No one</option>
            <Options
              of={trainers
                .filter(
                  ({ id, isActive, trainerSince }) => (isActive && trainerSince) || String(id) === trainerId,
                )
                .map(({ id, name }) => [id, name])}
            />
          </SelectField>
        )}
      </div>
    </>
  )
}

type TextProps = { id: string; form: FieldsProps['record']['form'] }

/** The text. Another version of it, such as a colleague’s, is put into a new editor. */
function Text({ id, form }: TextProps) {
  const content = form.watch('content')
  const [editor, setEditor] = useState({ shown: content, key: 0 })
  if (editor.shown !== content) setEditor({ shown: content, key: editor.key + 1 })
  return (
    <div className="field">
      <p>
        <b>{eventLabels.content}</b>
      </p>
      <PostEditor
        key={editor.key}
        ref={null}
        hasInsertMenu={false}
        id={id}
        label={eventLabels.content}
        initial={() => content}
        onChange={(html) => {
          setEditor({ ...editor, shown: html })
          form.setValue('content', html)
        }}
      />
      <ErrorText>{form.formState.errors.content?.message}</ErrorText>
    </div>
  )
}
