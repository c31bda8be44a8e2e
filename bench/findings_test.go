package bench_test

// A finding is what is known of a model at some sizes.
type finding struct {
	model string
	sizes []size
	// holds and violated are the names of all its properties, in no order.
	holds, violated string
	// warnings are the codes of what the reader of models warns about.
	warnings string
}

// A size is a choice of constants, as `N=3,M=4`, with the numbers of reachable
// states and of deadlocks among them.
type size struct {
	set               string
	states, deadlocks int
}

// findings are the verdicts of all properties of all models. The comments in
// the models give the reasons.
var findings = []finding{
	{
		model: "allocation.rcp",
		sizes: []size{{"", 306, 1}, {"N=4,M=4", 2705, 1}, {"N=5,M=5", 28858, 1}},
		holds: `request_follows_reserve release_follows_reserve connect_follows_request forward_connects
			every_machine_connects mobility joint_mission`,
		violated: `all_machines_connect`,
	},
	{ // one group of machines only
		model: "allocation.rcp",
		sizes: []size{{"N=2,M=2", 59, 1}},
		holds: `request_follows_reserve release_follows_reserve connect_follows_request forward_connects
			every_machine_connects mobility joint_mission all_machines_connect`,
	},
	{ // a machine too many
		model: "allocation.rcp",
		sizes: []size{{"N=2,M=3", 59, 1}},
		holds: `request_follows_reserve release_follows_reserve connect_follows_request forward_connects
			mobility joint_mission`,
		violated: `every_machine_connects all_machines_connect`,
	},
	{ // a client too many
		model:    "allocation.rcp",
		sizes:    []size{{"N=4,M=3", 1727, 4}},
		holds:    `request_follows_reserve forward_connects every_machine_connects`,
		violated: `release_follows_reserve connect_follows_request mobility joint_mission all_machines_connect`,
	},
	{
		model:    "allocation-release.rcp",
		sizes:    []size{{"N=2,M=2", 58, 0}, {"", 707, 0}, {"N=4,M=4", 8788, 0}},
		holds:    `no_sharing never_ends reserved_gets_machine buys_in_private`,
		violated: `machine_given_back calms_down`,
	},
	{ // a client too many
		model:    "allocation-release.rcp",
		sizes:    []size{{"N=3,M=2", 359, 3}},
		holds:    `no_sharing buys_in_private`,
		violated: `never_ends reserved_gets_machine machine_given_back calms_down`,
	},
	{
		model: "manufacturing.rcp",
		sizes: []size{{"", 94, 0}, {"R=3", 394, 0}, {"R=2,S=1", 24, 0}, {"R=3,S=4", 3796, 0}, {"R=3,NEED=3", 760, 0}},
		holds: `recruits_exactly exactly_two connected_when_asked disconnected_after products_get_finished
			always_recruits`,
		violated: `disconnected_as_printed`,
	},
	{ // fewer robots than are needed
		model: "manufacturing.rcp",
		sizes: []size{{"R=1", 16, 0}},
		holds: `recruits_exactly connected_when_asked disconnected_as_printed disconnected_after
			products_get_finished always_recruits`,
		violated: `exactly_two`,
	},
	{
		model:    "stable.rcp",
		sizes:    []size{{"", 628, 22}},
		holds:    `named_dissolves declined_changes_nothing`,
		violated: `gets_then_talks converges`,
	},
	{ // nobody to go on for ever meanwhile
		model:    "stable.rcp",
		sizes:    []size{{"N=2", 39, 3}},
		holds:    `gets_then_talks named_dissolves declined_changes_nothing`,
		violated: `converges`,
	},
	{ // no choice
		model: "stable.rcp",
		sizes: []size{{"N=1", 3, 1}},
		holds: `gets_then_talks converges named_dissolves declined_changes_nothing`,

		warnings: `RC0530 RC0530`, // what would need another pair
	},
	{
		model: "ring.rcp",
		sizes: []size{{"N=2", 32, 0}, {"", 256, 0}, {"N=6", 1536, 0}, {"N=3,W=0", 72, 0}, {"N=3,W=3", 144, 0}},
		holds: `mutual_exclusion never_lost never_stuck served visited served_again taken heard held_up
			no_haste`,
		violated: `works_for_ever rests`,
	},
	{
		model: "commit.rcp",
		sizes: []size{{"N=2", 31, 0}, {"", 106, 0}, {"N=6", 3643, 0}},
		holds: `agreement commits_if_all no_is_final never_stuck ends decided_if_all_stable reached meant_for_all
			asks_when_down learns`,
		violated: `decided decided_if_stable calms_down commits_at_times`,
	},
	{ // no other participant to be unstable
		model: "commit.rcp",
		sizes: []size{{"N=1", 8, 0}},
		holds: `agreement commits_if_all no_is_final never_stuck ends decided_if_stable decided_if_all_stable reached
			meant_for_all asks_when_down learns`,
		violated: `decided calms_down commits_at_times`,
		warnings: `RC0530`, // acknowledgements before the last
	},
	{
		model:    "commit.rcp",
		sizes:    []size{{"N=2,DIES=1", 40, 4}, {"N=4,DIES=1", 430, 16}},
		holds:    `agreement commits_if_all no_is_final ends reached meant_for_all asks_when_down learns`,
		violated: `never_stuck decided decided_if_stable decided_if_all_stable calms_down commits_at_times`,
	},
	{
		model: "store.rcp",
		sizes: []size{{"", 3990, 0}, {"N=3,V=1", 14450, 0}, {"N=2,V=3", 14310, 0}},
		holds: `no_lost_update snapshot_stays never_stuck ends_if_it_moves somebody_commits told from_the_store
			up_to_date`,
		violated: `stays_positive ends everybody_commits settles`,
	},
	{ // nobody to compete with
		model: "store.rcp",
		sizes: []size{{"N=1", 36, 0}, {"N=1,SERIAL=1", 36, 0}},
		holds: `no_lost_update snapshot_stays never_stuck stays_positive ends ends_if_it_moves somebody_commits
			everybody_commits told from_the_store up_to_date`,
		violated: `settles`,
		warnings: `RC0530 RC0530`, // receives of others' commits
	},
	{
		model: "store.rcp",
		sizes: []size{{"N=2,SERIAL=1", 3614, 0}},
		holds: `no_lost_update snapshot_stays never_stuck stays_positive ends_if_it_moves somebody_commits told
			from_the_store up_to_date`,
		violated: `ends everybody_commits settles`,
	},
	{
		model: "election.rcp",
		sizes: []size{{"N=2", 10, 0}, {"", 68, 0}, {"N=6", 390, 0}, {"N=4,FALL=1", 68, 0}, {"N=6,FALL=1", 390, 0}},
		holds: `one_leader the_highest all_quiet never_stuck elects everyones_turn rounds known_to_all
			meant_for_lower another_one`,
		violated: `stays`,
	},
	{
		model: "gossip.rcp",
		sizes: []size{{"N=2", 20, 0}, {"", 1040, 0}, {"N=5", 6752, 0}, {"N=3,T=3", 513, 0}, {"N=3,T=1", 19, 0}},
		holds: `never_dies never_stuck bored_first hears_if_told told_again in_town for_the_ignorant
			all_told`,
		violated: `hears spreads`,
	},
	{
		model: "pipeline.rcp",
		sizes: []size{{"V=1", 162, 0}, {"V=2", 1152, 0}, {"N=2,V=3", 1000, 0}, {"V=15", 10690688, 0}},
		holds: `in_bounds grows emptied never_stuck flows_if_sent in_and_out settles_if_source adds
			handed_on`,
		violated: `some_room small_sums flows settles`,
	},
	{
		model: "philosophers.rcp",
		sizes: []size{{"N=3", 72, 0}, {"", 320, 0}},
		holds: `apart forks_lent never_stuck served all_served strongly_served from_the_sides
			taken`,
		violated: `served_by_others all_eat all_hungry`,
	},
	{
		model: "philosophers.rcp",
		sizes: []size{{"N=2", 16, 0}},
		holds: `apart forks_lent never_stuck served all_served strongly_served from_the_sides
			taken`,
		violated: `served_by_others all_eat all_hungry`,
		warnings: `RC0536`, // neighbours besides the last one
	},
	{
		model: "mobiles.rcp",
		sizes: []size{{"", 787, 0}, {"N=4", 4315, 0}},
		holds: `carried never_cut left_empty never_stuck all_taken connects_if_it_moves calls_end same_cell
			moved_together counted`,
		violated: `can_call connects goes_round settles`,
	},
	{ // as many lines as mobiles
		model: "mobiles.rcp",
		sizes: []size{{"N=2", 151, 0}},
		holds: `carried never_cut left_empty never_stuck all_taken can_call connects_if_it_moves calls_end
			same_cell moved_together counted`,
		violated: `connects goes_round settles`,
	},
	{ // an agent that is moved goes from one cell to the other
		model: "mobiles.rcp",
		sizes: []size{{"N=2,C=2,K=1", 39, 0}},
		holds: `carried never_cut left_empty never_stuck all_taken connects_if_it_moves calls_end goes_round
			same_cell moved_together counted`,
		violated: `can_call connects settles`,
	},
	{
		model: "bakery.rcp",
		sizes: []size{{"N=2,T=2", 18, 0}, {"N=3,T=3", 93, 0}, {"", 516, 0}},
		holds: `one_at_a_time own_tickets in_between first_come never_stuck gets_bread_if_fair pays
			meant_for_number comes_when_called drawn`,
		violated: `gets_bread all_if_some stays`,
	},
	{ // a ticket too few
		model: "bakery.rcp",
		sizes: []size{{"N=3,T=2", 234, 0}},
		holds: `never_stuck pays meant_for_number comes_when_called drawn`,
		violated: `one_at_a_time own_tickets in_between first_come gets_bread gets_bread_if_fair all_if_some
			stays`,
	},
	{
		model: "keys.rcp",
		sizes: []size{{"N=2", 33, 0}, {"N=3", 259, 0}, {"", 1667, 0}},
		holds: `locked read_right two_keys something_left never_stuck writes_if_it_moves puts_what_it_takes
			was_free by_the_owner unlocks as_read`,
		violated: `never_full writes comes_to_an_end settles`,
	},
	{ // nobody else who could go on
		model: "keys.rcp",
		sizes: []size{{"N=3,M=1", 61, 0}},
		holds: `locked read_right two_keys something_left never_stuck writes writes_if_it_moves
			puts_what_it_takes was_free by_the_owner unlocks as_read`,
		violated: `never_full comes_to_an_end settles`,
	},
	{ // two clients with a key each, and no third one
		model: "keys.rcp",
		sizes: []size{{"N=2,GIVEUP=0", 33, 2}},
		holds: `locked read_right two_keys something_left writes writes_if_it_moves puts_what_it_takes
			comes_to_an_end was_free by_the_owner unlocks as_read`,
		violated: `never_stuck never_full settles`,
		warnings: `RC0530`, // giving up
	},
	{
		model:    "voting.rcp",
		sizes:    []size{{"", 53, 14}, {"N=5", 485, 62}},
		holds:    `right ends secret common no_forecast two_carry`,
		violated: `secret_always secret_from_voters one_carries box_decides`,

		warnings: `RC0530 RC0530`, // calls
	},
	{
		model:    "voting.rcp",
		sizes:    []size{{"CALLED=1", 30, 8}, {"N=4,CALLED=1", 62, 16}},
		holds:    `right ends common no_forecast two_carry`,
		violated: `secret secret_always secret_from_voters one_carries box_decides`,
	},
	{
		model:    "jammer.rcp",
		sizes:    []size{{"", 128, 9}, {"N=3", 456, 17}},
		holds:    `jammed deaf reckons at_its_post heard_it together not_too_late_before stay_green get_through keeps_silent`,
		violated: `knows_it at_its_post_always others_too common not_too_late get_through_green alone`,
	},
	{
		model: "jammer.rcp",
		sizes: []size{{"MOBILE=1", 248, 0}},
		holds: `jammed deaf reckons at_its_post heard_it together not_too_late_before stay_green get_through
			get_through_green keeps_silent`,
		violated: `knows_it at_its_post_always others_too common not_too_late alone`,
	},
	{
		model: "teaching/answers.rcp",
		sizes: []size{{"", 29, 3}, {"N=5", 167, 5}},
		holds: `served answers`,
	},
	{
		model:    "teaching/assistants.rcp",
		sizes:    []size{{"USERS=1", 12, 0}, {"", 249, 0}, {"WORKERS=3", 593, 0}},
		holds:    `one_team own_assistant somebody_works never_stuck can_end completes_if`,
		violated: `completes`,
	},
	{
		model:    "teaching/broadcast.rcp",
		sizes:    []size{{"", 144, 0}},
		holds:    `never_blocked ann_hears not_for_eve meant_for`,
		violated: `same_for_all some_time`,
	},
	{
		model:    "teaching/multicast.rcp",
		sizes:    []size{{"", 216, 0}},
		holds:    `all_hear held_up not_held_up elsewhere talks_if_fair`,
		violated: `talks talks_if_it_can`,
	},
	{
		model:    "teaching/pointtopoint.rcp",
		sizes:    []size{{"", 28, 0}},
		holds:    `as_ordered undivided to_anyone to_the_same cashes ann_again`,
		violated: `bob_again`,
	},
	{
		model:    "teaching/threads.rcp",
		sizes:    []size{{"", 7, 0}, {"CLIENTS=3", 34, 0}},
		holds:    `one_for_each none_in_vain answers all_at_once`,
		violated: `never_alone`,
	},
	{
		model:    "paper/p000.rcp",
		sizes:    []size{{"", 306, 1}},
		holds:    `s52_1 s52_2 s52_3 s52_4 s52_5 s52_mobility s63_1`,
		violated: `s63_2`,
		warnings: `RC0201 RC0201`, // other dialects' readings of formulas as printed
	},
	{
		model:    "paper/p000-two.rcp",
		sizes:    []size{{"", 1, 0}},
		holds:    `one_message stays_as_it_is`,
		violated: `sets_its_link`,
		warnings: `RC0305 RC0530 RC0530`, // the system as printed
	},
	{
		model:    "paper/p000-two.rcp",
		sizes:    []size{{"REPAIRED=1", 2, 0}},
		holds:    `one_message sets_its_link`,
		violated: `stays_as_it_is`,
		warnings: `RC0305 RC0530`,
	},
	{ // the line of the paper
		model: "paper/p001.rcp",
		sizes: []size{{"LINES=1", 36, 0}, {"LINES=1,R=3", 118, 0}},
		holds: `recruits_exactly somebody_assembles keeps_its_team works_for_its_line products_get_finished always_recruits
			never_stuck`,
	},
	{
		model:    "paper/p001.rcp",
		sizes:    []size{{"", 644, 0}, {"R=1", 164, 0}},
		holds:    `recruits_exactly keeps_its_team works_for_its_line never_stuck`,
		violated: `somebody_assembles products_get_finished always_recruits`,
	},
	{ // robots that are left over
		model:    "paper/p001.rcp",
		sizes:    []size{{"R=3", 21504, 0}},
		holds:    `recruits_exactly works_for_its_line never_stuck`,
		violated: `somebody_assembles keeps_its_team products_get_finished always_recruits`,
	},
	{
		model:    "paper/p004.rcp",
		sizes:    []size{{"", 901, 36}},
		violated: `gets_then_talks converges ends_paired keeps_its_rating`,
	},
	{
		model:    "paper/p004.rcp",
		sizes:    []size{{"REPAIRED=1", 628, 22}},
		holds:    `keeps_its_rating`,
		violated: `gets_then_talks converges ends_paired`,
	},
	{
		model:    "paper/p001-descriptors.rcp",
		sizes:    []size{{"", 3, 0}},
		holds:    `both_may narrow_must for_nobody outermost outside predicate_of_command`,
		violated: `wide_must`,
	},
	{
		model:    "paper/p001-open.rcp",
		sizes:    []size{{"", 1216, 320}},
		holds:    `asked_first hidden waits_for_assembly`,
		violated: `released one_team`,
	},
	{
		model:    "paper/p004-proposal.rcp",
		sizes:    []size{{"", 6, 2}},
		violated: `paired ends_paired`,
		warnings: `RC0530 RC0530`, // the exchange
	},
	{
		model:    "paper/p004-proposal.rcp",
		sizes:    []size{{"GETS=1", 3, 1}},
		holds:    `paired ends_paired`,
		warnings: `RC0530`, // the proposal
	},
	{
		model:    "paper/p004-localities.rcp",
		sizes:    []size{{"", 4, 0}},
		holds:    `one_of_two anyone_else only_right never`,
		violated: `same_again`,
		warnings: `RC0530`, // no agent is two
	},
	{
		model:    "paper/p003.rcp",
		sizes:    []size{{"", 306, 1}},
		holds:    `s5_1 s5_2 s5_3 s5_4 s5_5_later s5_mission`,
		violated: `s5_4_machine3 s5_5 s5_6 s5_mission_as_printed`,
		warnings: `RC0201`,
	},
}

// findingsAboutStates are the verdicts of the families' properties about states.
var findingsAboutStates = []finding{
	{
		model:    "allocation",
		sizes:    []size{{set: "N=2,M=2"}, {set: ""}, {set: "N=4,M=4"}},
		holds:    `knows common recovers ability`,
		violated: `manager_knows common_first ability_alone`,
	},
	{ // a client too many, who waits for ever
		model:    "allocation",
		sizes:    []size{{set: "N=3,M=2"}},
		holds:    `knows recovers ability`,
		violated: `manager_knows common common_first ability_alone`,
	},
	{
		model:    "allocation-release",
		sizes:    []size{{set: "N=2,M=2"}, {set: ""}},
		holds:    `knows recovers ability`,
		violated: `common ability_alone`,
	},
	{
		model:    "manufacturing",
		sizes:    []size{{set: ""}, {set: "R=3,NEED=3"}},
		holds:    `knows common_of_a_type recovers`,
		violated: `common ability`,
	},
	{ // not all robots are needed
		model:    "manufacturing",
		sizes:    []size{{set: "R=3"}},
		holds:    `knows recovers`,
		violated: `common common_of_a_type ability`,
	},
	{
		model:    "stable",
		sizes:    []size{{set: "N=2"}},
		holds:    `recovers ability ability_alone`,
		violated: `knows common`,
	},
	{
		model:    "stable",
		sizes:    []size{{set: "N=3"}},
		holds:    `recovers ability`,
		violated: `knows common ability_alone`,
	},
	{
		model:    "ring",
		sizes:    []size{{set: "N=3"}, {set: ""}},
		holds:    `knows both_know recovers ability`,
		violated: `common never_works`,
	},
	{
		model:    "commit",
		sizes:    []size{{set: "N=2"}, {set: ""}},
		holds:    `knows recovers ability`,
		violated: `common decides`,
	},
	{
		model:    "commit",
		sizes:    []size{{set: "N=2,DIES=1"}},
		holds:    `knows ability`,
		violated: `common recovers decides`,
	},
	{
		model:    "store",
		sizes:    []size{{set: "N=2"}},
		holds:    `knows recovers ability`,
		violated: `common ability_alone`,
	},
	{
		model: "store",
		sizes: []size{{set: "N=1"}},
		holds: `knows common recovers ability ability_alone`,
	},
	{
		model:    "election",
		sizes:    []size{{set: "N=2"}, {set: ""}},
		holds:    `knows common recovers ability`,
		violated: `common_before never_leads`,
	},
	{
		model:    "gossip",
		sizes:    []size{{set: "N=3"}, {set: ""}},
		holds:    `all_know lives_on recovers ability tells_all`,
		violated: `knows common tells_all_alone`,
	},
	{
		model:    "pipeline",
		sizes:    []size{{set: "V=1"}, {set: "V=2"}},
		holds:    `knows recovers ability`,
		violated: `knows_source common ability_alone`,
	},
	{
		model:    "philosophers",
		sizes:    []size{{set: "N=2"}, {set: ""}},
		holds:    `knows recovers ability`,
		violated: `common ability_alone`,
	},
	{
		model:    "mobiles",
		sizes:    []size{{set: "N=2"}, {set: ""}},
		holds:    `knows recovers ability`,
		violated: `common ability_alone`,
	},
	{
		model:    "bakery",
		sizes:    []size{{set: "N=2,T=2"}, {set: "N=3,T=3"}},
		holds:    `knows recovers ability`,
		violated: `knows_turn common ability_alone`,
	},
	{
		model:    "keys",
		sizes:    []size{{set: "N=2"}, {set: "N=3"}},
		holds:    `knows common recovers ability`,
		violated: `ability_alone`,
	},
}
