import { Download } from 'lucide-react'
import { formatWeekday } from '../../../../../core/contract/format-date.ts'
import { useMay } from '../../../../../core/web/admin/current-user.ts'
import { replaceUrl } from '../../../../../core/web/admin/history.ts'
import { readFilters } from '../../../../../core/web/admin/lists/filters.tsx'
import { byId, ListScreen, Rows, useListPage } from '../../../../../core/web/admin/lists/list-screen.tsx'
import { countPeople } from '../../../../../core/web/admin/plots/figures.ts'
import { ButtonLink, ScreenLink } from '../../../../../core/web/admin/screen-link.tsx'
import { useSiteToday } from '../../../../../core/web/admin/use-site-today.ts'
import { ChoiceBar } from '../../../../../core/web/ui/choice-bar.tsx'
import { trainingFormatLabels } from '../../../contract/training-fields.ts'
import { trainingPaths } from '../../../contract/training-paths.ts'
import { type Training, type TrainingView, trainingList, trainingViews } from '../../../contract/trainings.ts'
import { TrainingBadge } from '../badges.tsx'
import { describeHours, describeWish, gapsOf, listTopics, stateOf } from '../training-words.ts'
import { EndedTrainers } from './ended-trainers.tsx'

const trainingsPerPage = 25
const viewLabels: Record<TrainingView, string> = { upcoming: 'Upcoming', held: 'Held', canceled: 'Canceled' }

/** Booked days: those to come by day, those held or canceled from the latest day */
export function BookedList({ query }: { query: URLSearchParams }) {
  const view = readFilters(query, { view: trainingViews }).view || 'upcoming'
  // Clients accept, cancel, and ask for other days at any time.
  const list = useListPage(trainingList, { query: { view, limit: trainingsPerPage } }, { staleTime: 0 })
  const today = useSiteToday()
  const mayMove = useMay('manageDays')
  return (
    <ListScreen
      headline={<h2>Booked days</h2>}
      unit={['training', 'trainings']}
      list={list}
      hasSkeleton
      empty={<NoTrainings view={view} />}
      filters={
        <>
          {mayMove && <EndedTrainers />}
          <div className="training-tools">
            <ChoiceBar
              label="Show"
              options={viewLabels}
              value={view}
              onChange={(one) => replaceUrl(bookedUrl(one))}
            />
            <DownloadLink />
          </div>
        </>
      }
    >
      <div className="post-list">
        <Rows rows={list.rows} keyOf={byId}>
          {(training) => <TrainingRow training={training} today={today} />}
        </Rows>
      </div>
    </ListScreen>
  )
}

function bookedUrl(view: TrainingView): string {
  const list = trainingPaths.adminTab('booked')
  return view === 'upcoming' ? list : `${list}&view=${view}`
}

/** Name for a training whose person was erased */
export const nameOf = ({ name }: Training) => name || 'Someone who was deleted'

function TrainingRow({ training, today }: { training: Training; today: string }) {
  const { id, day, company, place, format, headCount, trainerName, topics } = training
  const state = stateOf(training, today)
  const gaps = gapsOf(training, today)
  return (
    <article className="training-row" aria-labelledby={`training-${id}`}>
      <h3 id={`training-${id}`}>
        <ScreenLink href={trainingPaths.adminTraining(id)}>
          {formatWeekday(day)}: <bdi>{nameOf(training)}</bdi>
        </ScreenLink>
      </h3>
      <TrainingBadge training={training} today={today} />
      <p>
        {describeHours(training)}
        {' · '}
        {place ? <bdi>{place}</bdi> : trainingFormatLabels[format]}
      </p>
      {training.otherDayAskedAt && state === 'upcoming' && (
        <p className="training-wish">{describeWish(training)}</p>
      )}
      {!training.trainerIsActive && state === 'upcoming' && (
        <p className="training-wish">Needs another trainer.</p>
      )}
      {gaps && <p className="training-missing">{gaps}</p>}
      <p className="post-row-facts">
        {company && <bdi>{company}</bdi>}
        {headCount !== null && <span>{countPeople(headCount)}</span>}
        {topics.length > 0 && <span>{listTopics(topics)}</span>}
        <span>
          With <bdi>{trainerName}</bdi>
        </span>
        {training.contactName && (
          <span>
            Contact: <bdi>{training.contactName}</bdi>
          </span>
        )}
      </p>
    </article>
  )
}

function DownloadLink() {
  const mayExport = useMay('export')
  if (!mayExport) return null
  return (
    <a className="text-button" href={trainingPaths.trainingsExport} download>
      <Download aria-hidden="true" /> Download all trainings (CSV)
    </a>
  )
}

const noTrainings: Record<TrainingView, { title: string; text: string }> = {
  upcoming: {
    title: 'No days booked yet',
    text: 'When a client accepts a day of an offer, it’s booked and shown here, with a checklist.',
  },
  held: {
    title: 'No trainings held yet',
    text: 'After a training, open it and mark it as held. It’s kept here.',
  },
  canceled: { title: 'Nothing canceled', text: 'Trainings that you or a client cancel are kept here.' },
}

function NoTrainings({ view }: { view: TrainingView }) {
  const { title, text } = noTrainings[view]
  return (
    <div className="card empty">
      <h3>{title}</h3>
      <p>{text}</p>
      {view === 'upcoming' && (
        <p>
          <ButtonLink href={trainingPaths.adminTab('offers')}>Open the offers</ButtonLink>
        </p>
      )}
    </div>
  )
}
