// Package sweep checks models at many values of their constants, as jobs that know nothing of each
// other: one after the other here, several at a time, or on many machines.
//
// A [Plan] is a folder that has all that its jobs need: the list of the jobs, copies of the models,
// and lists of commands for those who distribute work (GNU parallel, SLURM, Kubernetes). A job
// leaves its [Result] in the folder once it is complete, and nothing before. What is lost is thus
// known, and done when the plan is run again. [Merge] reads the results, of several copies of the
// folder if there are some, and tells which jobs have none.
package sweep
