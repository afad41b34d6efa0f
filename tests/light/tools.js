// Runs inside a light page (page.ts).
export { Ivya } from 'ivya'
export { getElementAccessibleDescription, getElementAccessibleName } from 'ivya/utils'
