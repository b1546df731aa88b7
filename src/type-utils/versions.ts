import { satisfies } from 'semver';

const answers = new Map<string, boolean>();

/**
 * Whether a version is in a range: any version where there is no range, and an unknown version in none. Prereleases count
 * as what they precede. Programs have few versions and models few ranges, and parsing them is what takes the time.
 */
export function isVersionIn(version: string | undefined, range: string | undefined): boolean {
  if (range === undefined) return true;
  if (version === undefined) return false;
  const key = `${version} ${range}`;
  let answer = answers.get(key);
  if (answer === undefined) answers.set(key, (answer = satisfies(version, range, { includePrerelease: true })));
  return answer;
}
