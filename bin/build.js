// `npm run build`: installs and builds if needed, for container images and the like.
import { ensureInstalled, ensureServerBuilt } from './prepare.js'

ensureInstalled()
ensureServerBuilt()
