export { HttpConnection, type HttpServer } from './http/http-connection.js';
export { HttpOperations } from './operations/http-operations.js';
export { redriveDead, type Redriven } from './operations/redrive-dead.js';
export { HttpTools } from './tools/http-tools.js';
