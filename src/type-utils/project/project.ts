import { dirname, join, resolve } from 'node:path';
import { chosenCompiler } from '../chosen-compiler.ts';
import { moduleProjectReader, openModuleProject } from '../typescript6/project.ts';
import { nativeProjectReader } from '../typescript7/native-reader.ts';
import { openNativeProject } from '../typescript7/project.ts';
import { editedFiles } from './edited-files.ts';
import { FollowedProject } from './followed-project.ts';
import type { LiveProject } from './live-project.ts';
import type { Project } from './opened-project.ts';
import { filesOnDisk, type ProjectFiles } from './project-files.ts';

/**
 * Reads a project. One that has no files and only references to others stands for all of these, in one program. The
 * sources of other packages in the workspace take the place of their output, as they do in editors, built or not.
 *
 * @param place a `tsconfig.json`, or a file or folder in which, or above which, there is one
 * @param files what it is read from, where that is not the disk
 * @throws Error that names what is missing or wrong, where it is, and what to do
 */
export function openProject(place: string, files: ProjectFiles = filesOnDisk): Project {
  const path = projectConfigAt(place, files);
  return chosenCompiler.isNative ? openNativeProject(path, files, chosenCompiler.api) : openModuleProject(path, files);
}

/**
 * Reads a project as {@link openProject} does, and follows the edits that are made in it.
 *
 * @throws Error that names what is missing or wrong, where it is, and what to do
 */
export function openLiveProject(place: string, files: ProjectFiles = filesOnDisk): LiveProject {
  const path = projectConfigAt(place, files);
  const texts = new Map<string, string>();
  const edited = { saved: files, texts, files: editedFiles(files, texts) };
  const reader = chosenCompiler.isNative
    ? nativeProjectReader(path, edited, chosenCompiler.api)
    : moduleProjectReader(path, edited.files);
  return FollowedProject.opened({ ...edited, reader });
}

/**
 * The path of the `tsconfig.json` of a project.
 *
 * @throws Error that names the place, where there is none
 */
export function projectConfigAt(asked: string, files: ProjectFiles = filesOnDisk): string {
  const place = resolve(asked);
  const isFile = files.fileExists(place);
  if (!isFile && !files.directoryExists(place))
    throw new Error(`There is no ${place}. Name a file, a folder or a tsconfig.json.`);
  if (isFile && place.endsWith('.json')) return place;
  const [found] = configsAbove(isFile ? dirname(place) : place, files);
  if (found === undefined)
    throw new Error(`There is no tsconfig.json in ${place} or a folder above. Name one with --project.`);
  return found;
}

/** The paths of the `tsconfig.json` in a folder and those above it, from the nearest on. */
export function* configsAbove(folder: string, files: ProjectFiles = filesOnDisk): Generator<string, undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const config = join(at, 'tsconfig.json');
    if (files.fileExists(config)) yield config;
    if (at === dirname(at)) return undefined;
  }
}
