import type { Site } from '../../../../core/contract/site.ts'
import { BookingLink } from '../../../../core/web/site/booking-link.tsx'
import { Drawing, type DrawingSource } from '../../../../core/web/site/illustrations/drawing.tsx'
import joinedTools from '../../../../core/web/site/illustrations/joined-tools.svg?drawing'
import openDoor from '../../../../core/web/site/illustrations/open-door.svg?drawing'
import pathWithStops from '../../../../core/web/site/illustrations/path-with-stops.svg?drawing'
import type { Service } from '../../../../features/site/contract/site-content/sections.ts'

export function ServicesSection({ site }: { site: Site }) {
  const words = site.content.services
  return (
    <section className="section" id="services" aria-labelledby="services-title">
      <div className="wrap">
        <div className="section-head">
          <h2 id="services-title">{words.title}</h2>
          {words.lead && <p>{words.lead}</p>}
        </div>
        <div className="doors">
          {words.list.map((service) => (
            <ServiceCard key={service.id} service={service} site={site} />
          ))}
        </div>
      </div>
    </section>
  )
}

const drawings: Record<Service['drawing'], DrawingSource> = {
  'open-door': openDoor,
  'path-with-stops': pathWithStops,
  'joined-tools': joinedTools,
}

function ServiceCard({ service, site }: { service: Service; site: Site }) {
  const words = site.content.services.labels
  return (
    <article className={`door door-${service.drawing}`}>
      <div className="door-art">
        <Drawing of={drawings[service.drawing]} />
      </div>
      <div className="door-body">
        <h3>{service.name}</h3>
        <p className="door-promise">{service.promise}</p>
        {service.offers.length > 0 && (
          <ul className="dash-list">
            {service.offers.map((offer) => (
              <li key={offer}>{offer}</li>
            ))}
          </ul>
        )}
        <div className="door-fold">
          {hasDetails(service) && (
            <details>
              <summary>
                {words.toggle} <span className="sr-only">about {service.name}</span>
              </summary>
              <ServiceDetails service={service} site={site} />
            </details>
          )}
          {/* Booking button, visible only while the details above are closed. */}
          <div className="door-book">
            <div>
              <BookingLink site={site} service={service.id}>
                {words.bookClosed}
              </BookingLink>
            </div>
          </div>
        </div>
      </div>
    </article>
  )
}

const hasDetails = ({ problem, solution, looksLike, steps, afterSteps, whyItMatters, figures }: Service) =>
  [problem, solution, looksLike, steps, afterSteps, whyItMatters, figures].some(({ length }) => length > 0)

function DetailText({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <>
      <h4>{title}</h4>
      <p>{text}</p>
    </>
  )
}

function ServiceDetails({ service, site }: { service: Service; site: Site }) {
  const words = site.content.services.labels
  return (
    <div className="door-more">
      <DetailText title={words.problem} text={service.problem} />
      <DetailText title={words.solution} text={service.solution} />
      <DetailText title={words.looksLike} text={service.looksLike} />
      {service.steps.length > 0 && (
        <ol className="stops">
          {service.steps.map((step) => (
            <li key={step.id}>
              <b>{step.name}</b> {step.text}
            </li>
          ))}
        </ol>
      )}
      {service.afterSteps && <p>{service.afterSteps}</p>}
      <DetailText title={words.whyItMatters} text={service.whyItMatters} />
      {service.figures.length > 0 && (
        <ul className="door-figures">
          {service.figures.map((figure) => (
            <li key={figure.id}>
              <b>{figure.value}</b> {figure.label}
            </li>
          ))}
        </ul>
      )}
      <BookingLink site={site} service={service.id}>
        {words.bookOpen}
      </BookingLink>
    </div>
  )
}
