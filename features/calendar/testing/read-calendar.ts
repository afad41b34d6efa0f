import ICAL from 'ical.js'

/** Reads a calendar file with a parser of its own, and what it says about its events. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      location: event.location,
      description: event.description,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      status: component.getFirstPropertyValue('status'),
      stamp: String(component.getFirstPropertyValue('dtstamp')),
      organizer: component.getFirstProperty('organizer')?.toICALString(),
      attendees: component.getAllProperties('attendee').map((property) => property.toICALString()),
      names: component.getAllProperties().map(({ name }) => name),
    }
  })
  return { calendar, method: calendar.getFirstPropertyValue('method'), events }
}
