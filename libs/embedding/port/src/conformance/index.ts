export { describeEmbeddingProvider } from './describe-embedding-provider.js';
export { describeRemoteProvider, type RemoteSettings } from './describe-remote-provider.js';
export { describeVectorCache } from './describe-vector-cache.js';
