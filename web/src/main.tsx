import { openProgram } from './program.tsx'

// Not awaited at the top level: a file of words may import this one.
void openProgram()
