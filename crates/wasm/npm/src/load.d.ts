import type * as linkwright from './index.js';

/** What `linkwright` exports, for a module that the caller has compiled: in workers, extensions, and tests. */
export function load(module: WebAssembly.Module): typeof linkwright;
