import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { organizationRead } from '../../../../core/contract/organization.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { FieldRows } from '../../../../core/web/admin/field-rows.tsx'
import { replaceUrl } from '../../../../core/web/admin/history.ts'
import { NotLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { count } from '../../../../core/web/admin/plots/figures.ts'
import { RecordForm, useRecordForm } from '../../../../core/web/admin/record-form.tsx'
import { BackLink, ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { unreadCountsQuery } from '../../../../core/web/admin/unread-counts.tsx'
import { ZoneOptions } from '../../../../core/web/admin/zone-options.tsx'
import { call } from '../../../../core/web/api.ts'
import { explainFailure } from '../../../../core/web/api-failures.ts'
import { QuietButton, SubmitButton } from '../../../../core/web/ui/button.tsx'
import { ErrorText, Options, SelectField } from '../../../../core/web/ui/field.tsx'
import { keepEnterFromSubmitting } from '../../../../core/web/ui/keep-enter-from-submitting.ts'
import { trainersQuery } from '../../../calendar/web/admin/calendar-state.ts'
import { AdminPictures } from '../../../media/web/admin/admin-pictures.tsx'
import { PictureChoice } from '../../../posts/web/admin/picture-field.tsx'
import { HtmlField } from '../../../posts/web/editor/html-field.tsx'
import { eventPaths } from '../../contract/event-paths.ts'
import {
  type Event,
  type EventValues,
  type EventView,
  eventCreate,
  eventList,
  eventPublish,
  eventUpdate,
} from '../../contract/events.ts'
import { eventKeys, focusTitle, registrationsQuery, useShowEvent } from './event-queries.ts'
import {
  countMails,
  eventLabels,
  guessEvent,
  mainControls,
  moreControls,
  readEvent,
  showValue,
  type TypedEvent,
  typedOf,
} from './event-values.ts'

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
      <h2>
        Edit <bdi>{event.title}</bdi>
      </h2>
      <EventForm event={event} guess={typedOf(event)} />
    </>
  )
}

/** The form of a date: saves a draft, publishes it, or changes a public one and tells people. A new one starts with `guess`. */
function EventForm({ event, guess }: { event?: Event; guess: TypedEvent }) {
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
        <FieldRows
          controls={mainControls}
          field={record.field}
          rows={[
            ...(['kind', 'title', ['day', 'startsAt', 'endsAt'], ['format', 'seats']] as const),
            form.watch('format') === 'online' ? 'onlineUrl' : 'place',
          ]}
        />
        <Fold isWrong={Object.keys(moreControls).some((name) => name in form.formState.errors)}>
          <MoreFields record={record} />
        </Fold>
      </RecordForm>
    </AdminPictures>
  )
}

function useEventRecord(event: Event | undefined, guess: TypedEvent) {
  const show = useShowEvent()
  return useRecordForm<TypedEvent, Event | undefined, EventValues, boolean>({
    keyOf: (saved) => (saved ? `event:${saved.id}` : 'new event'),
    endpoint: eventUpdate,
    valuesOf: (saved) => (saved ? typedOf(saved) : guess),
    saved: event,
    id: 'event',
    labels: eventLabels,
    noun: 'this date',
    show: showValue,
    read: readEvent,
    // The first save makes a draft, which stays if publishing fails.
    async send(body, { how: isPublic, version, saved, noteSaved }) {
      const stored = saved
        ? await call(eventUpdate, { params: { id: saved.id }, body: { ...body, version: Number(version) } })
        : await call(eventCreate, { body })
      if (!isPublic || stored.status !== 'draft') return stored
      noteSaved(stored)
      return call(eventPublish, { params: { id: stored.id } })
    },
    refuse: (error, saved) => ({
      message:
        saved?.status === 'draft' && saved !== event
          ? `The date is saved as a draft, but it isn’t public. ${explainFailure(error)}`
          : `Not saved. ${explainFailure(error)} What you typed is still here.`,
      mistakes: {},
    }),
    alwaysInvalidates: eventKeys(event?.id ?? 0),
    onSaved(saved, isPublic, note) {
      const isNew = isPublic && event?.status !== 'published'
      show(saved, isNew ? 'Published' : saved.status === 'draft' ? 'Draft saved' : 'Updated', note)
      replaceUrl(eventPaths.adminEvent(saved.id))
      scrollTo(0, 0)
      focusTitle()
    },
  })
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

function MoreFields({ record }: { record: ReturnType<typeof useEventRecord> }) {
  const { field, form, idOf, replaced } = record
  const { data: trainers = [] } = useQuery(trainersQuery)
  const trainerId = form.watch('trainerId')
  const free = trainers.filter(
    ({ id, isActive, trainerSince }) => (isActive && trainerSince) || String(id) === trainerId,
  )
  return (
    <>
      <HtmlField
        // Another version, such as a colleague’s, is put into a new editor.
        key={replaced}
        id={idOf('content')}
        label={moreControls.content.label}
        error={form.formState.errors.content?.message}
        initial={form.getValues('content')}
        onChange={(html) => form.setValue('content', html)}
      />
      <PictureChoice
        legend={moreControls.picture.label}
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
      <FieldRows
        controls={moreControls}
        field={field}
        rows={[['amount', 'currency'], 'price', 'payUrl', 'terms', ['registerUntil', 'contact']]}
      />
      <div className="form-row">
        <SelectField {...field('timeZone')}>
          <ZoneOptions chosen={form.watch('timeZone')} />
        </SelectField>
        {trainers.length > 0 && (
          <SelectField hint={moreControls.trainerId.hint} {...field('trainerId')}>
            <option value="">No one</option>
            <Options of={free.map(({ id, name }) => [id, name])} />
          </SelectField>
        )}
      </div>
    </>
  )
}
