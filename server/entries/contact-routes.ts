import { contactForm } from '../../contracts/contact.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { recordContact } from './contact.ts'
import { addEntryForm } from './entry-form-routes.ts'

export function addContactRoutes(app: App, deps: RouteDeps): void {
  addEntryForm(app, deps, contactForm, {
    bodyLimit: 64 * 1024,
    submit: (values, context) => recordContact(deps.db, values, context),
    view: (values, problem) => ({ page: 'contact', props: { done: false, values, ...problem } }),
  })
}
