// Package logs turns the text of logs into entries that package mc/conform holds against a model.
//
// It has three phases. A [Reader] splits a log into records: the fields of one line of JSON or CSV,
// or of one span or log record of OpenTelemetry. A [Map] says how events and fields stand for
// commands, agents, data and locals of a model; [ParseMap] reads its text. A [Binder] makes a
// [conform.Entry] of each record, and [Merge] puts the records of several logs in order.
//
// What a record does not say is free: a fact of the map whose field is missing says nothing.
package logs
