export { AdoptCollections } from './adopt/adopt-collections.use-case.js';
export { RecheckAdopted } from './drift/recheck-adopted.use-case.js';
export { CollectionFinder } from './found/found-collections.js';
export { InspectedCards } from './found/inspected-cards.js';
export { InspectCollection } from './inspect/inspect-collection.use-case.js';
