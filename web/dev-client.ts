// Loaded in development only: React's fast refresh has to be in place before the first island.
import '@vitejs/plugin-react/preamble'
