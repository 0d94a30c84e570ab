/** Where code lies that somebody else wrote: packages that were installed, standard libraries, what a runtime has within itself. */
const OTHERS =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor|bower_components|\.cargo\/registry|go\/pkg\/mod|rustc\/[\da-f]+|lib\/python\d[\d.]*|(?:local|lib|opt)\/go(?:-[\d.]+)?\/src|gems|\.m2|\.nuget)\/|^(?:node:|internal\/(?:modules|process|timers|main|streams|bootstrap|util|fs|crypto)\/|<|bun:|deno:|ext:)|\.so(?:\.\d+)*$/u;
/** What standard libraries and large frameworks call their functions, where no path tells whose they are.
 *  Bounded: a name has at most 300 characters. */
const OTHER_NAMES =
  /^(?:java\.|javax\.|jakarta\.|jdk\.|sun\.|com\.sun\.|kotlin\.|kotlinx\.|scala\.|groovy\.|org\.(?:springframework|apache|junit|eclipse|hibernate|gradle)\.|io\.(?:netty|micrometer|undertow)\.|reactor\.|System\.|Microsoft\.|std::|core::|alloc::|<?(?:std|core|alloc)::|tokio::|rust_begin_unwind|__rust|__libc_|_start|runtime\.)|^[\w.]*@?[\d.]*\/(?:java|jdk|sun)\./u;

/** Whether a frame is of code that whoever pasted it wrote himself, as far as its path or its name tells. */
export function isOwnCode({ path, calls = '' }: { readonly path?: string | undefined; readonly calls?: string | undefined }): boolean {
  if (path !== undefined && OTHERS.test(path)) return false;
  return !OTHER_NAMES.test(calls);
}

/** Up to where a package lies on the machine that made the trace. */
const INSTALLED = /^.*\/?(?:node_modules|site-packages|dist-packages)\//u;
/** With its version behind its name: `…/pkg/mod/github.com/spf13/cobra@v1.8.1/command.go`, `…/registry/src/…/serde-1.0.2/src/de.rs`.
 *  Bounded: a path has at most 500 characters. */
const OF_MODULE = /^.*\/pkg\/mod\/(?:[^@]*?\/)??(?<name>[^/@]+)(?:\/v\d+)?@[^/]+\//u;
/** Bounded: a path has at most 500 characters. */
const OF_CRATE = /^.*\/registry\/src\/[^/]+\/(?<name>[^/]+?)-\d[^/]*\//u;

/** The path of a frame from its package on, where it lies in one that was installed. */
export function pathInPackage(path: string): string {
  return path.replace(INSTALLED, '').replace(OF_MODULE, '$<name>/').replace(OF_CRATE, '$<name>/');
}
