// The types it comes with declare a default export, which its CommonJS module has not.
declare module 'robots-parser' {
  interface Robots {
    isAllowed(url: string, userAgent?: string): boolean | undefined;
    getCrawlDelay(userAgent?: string): number | undefined;
    getSitemaps(): string[];
  }
  function parse(url: string, text: string): Robots;
  export = parse;
}
