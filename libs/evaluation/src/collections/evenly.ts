/** Which of so many things belong to a sample that is spread evenly over them, by their index. */
export function spreadEvenly({ most, among }: { readonly most: number; readonly among: number }): (at: number) => boolean {
  return (at) => Math.floor(((at + 1) * most) / among) > Math.floor((at * most) / among);
}
